/**
 * Reads a list of words that are sorted and front-coded: a capital says how many letters the word shares with the one
 * before it (A for none, B for one), the rest of the word follows. `AabacusCsence` is abacus and absence.
 */
export const unpackWords = (packed: string): ReadonlyArray<string> => {
  let word = ""
  return Array.from(packed.matchAll(/([A-Z])([^A-Z]*)/g), ([, shared = "", rest = ""]) =>
    word = word.slice(0, shared.charCodeAt(0) - 65) + rest)
}
