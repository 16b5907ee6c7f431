/** The groups of characters in the index of a search. */

/** The length of the groups of characters in the index. */
const GROUP = 3

/** The most groups of a text that are looked up. More find hardly fewer rows. */
const MAX_GROUPS = 16

/** Returns the groups of characters of a text, at most `MAX_GROUPS`, distributed over the text. */
export const groupsOf = (text: string): ReadonlyArray<string> => {
  const characters = [...text]
  const last = characters.length - GROUP
  const count = Math.min(last + 1, MAX_GROUPS)
  const starts = Array.from({ length: count }, (_, index) =>
    count === 1 ? 0 : Math.round((index * last) / (count - 1))
  )
  return [...new Set(starts.map((start) => characters.slice(start, start + GROUP).join("")))]
}

/** Returns whether a text has fewer characters than a group. */
export const isShort = (text: string) => [...text].length < GROUP
