/** Finds the known name that a misspelled one may mean. */

/** The number of inserted, removed or replaced characters (Levenshtein), from one text to another. */
const editDistance = (from: string, to: string): number => {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1]
    for (let column = 1; column <= to.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[to.length] ?? 0
}

/** The maximum length of a name that is compared. */
const MAX_LENGTH = 60

/**
 * Returns the closest known name, if at most a third of its characters differ; else `null`. Ignores case, `-` and `_`.
 */
export const closestName = (name: string, known: Iterable<string>): string | null => {
  if (name.length > MAX_LENGTH) return null
  const plain = (text: string) => text.toLowerCase().replaceAll(/[-_]/g, "")
  let found: { readonly name: string; readonly distance: number } | null = null
  for (const candidate of known) {
    const differs = editDistance(plain(name), plain(candidate))
    if (differs <= Math.floor(plain(candidate).length / 3) && (found === null || differs < found.distance)) {
      found = { name: candidate, distance: differs }
    }
  }
  return found?.name ?? null
}
