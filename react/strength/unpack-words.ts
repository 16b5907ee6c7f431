/** How many capitals are for each of the two bands. */
const BAND = 13

/**
 * Reads a list of words that are sorted and front-coded: a capital says how many letters the word shares with the one
 * before it (A for none, B for one), the rest of the word follows. `AabacusCsenceAbadge` is abacus, absence and badge. The
 * capitals from N on (N for none) say that the word comes after all those that have one of the first: in two bands, so that
 * one order of the alphabet holds both.
 */
export const unpackWords = (packed: string): ReadonlyArray<string> => {
  const bands: readonly [Array<string>, Array<string>] = [[], []]
  let word = ""
  for (const [, capital = "", rest = ""] of packed.matchAll(/([A-Z])([^A-Z]*)/g)) {
    const code = capital.charCodeAt(0) - 65
    word = word.slice(0, code % BAND) + rest
    bands[code < BAND ? 0 : 1].push(word)
  }
  return bands.flat()
}
