/** Number of capital letters per band. */
const BAND = 13

/**
 * Unpacks a sorted, front-coded list of words. A capital letter is the number of letters that a word shares with the
 * one before (A for none, B for one); the rest of the word follows. `AabacusCsenceAbadge` is abacus, absence and
 * badge. The capitals from N on (N for none) mark words of the second band, which sorts after all words of the first.
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
