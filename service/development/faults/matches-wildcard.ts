/**
 * Returns whether a pattern matches a whole text. `*` matches any text, including slashes and the empty text.
 *
 * No regular expression: with many stars one can take exponential time. This function backtracks to the last star only.
 */
export const matchesWildcard = (pattern: string, text: string): boolean => {
  let at = 0
  let position = 0
  let star = -1
  let resume = 0
  while (position < text.length) {
    if (pattern[at] === "*") {
      star = at
      resume = position
      at++
    } else if (at < pattern.length && pattern[at] === text[position]) {
      at++
      position++
    } else if (star >= 0) {
      // The last star takes one character more.
      at = star + 1
      resume++
      position = resume
    } else {
      return false
    }
  }
  while (pattern[at] === "*") at++
  return at === pattern.length
}
