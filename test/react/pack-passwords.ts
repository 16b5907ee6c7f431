/** Derives react/strength/popular-passwords.ts from the list of the library that estimates passwords. */
import { dictionary } from "@zxcvbn-ts/language-common"

/** The most popular passwords first: a tenth of the library's list. The rest costs two bytes a word. */
export const mostPopular = (dictionary["passwords-common"] ?? []).slice(0, 5000)

/** The most letters that a word can share with the one before it: there are 26 capitals for two bands. */
const SHARED_MAX = 12

/** Returns the text of the file. */
export const packPasswords = () => `/**
 * The 5,000 most popular passwords, packed for \`unpackWords\` in two texts of two bands: the first 10 and 100, and the
 * first 1,000 and 5,000. From @zxcvbn-ts/language-common (MIT license); \`npm run passwords\` writes this file.
 */
export const popularPasswords: ReadonlyArray<string> = [
  ${JSON.stringify(pack(mostPopular.slice(0, 10), mostPopular.slice(10, 100)))},
  ${JSON.stringify(pack(mostPopular.slice(100, 1000), mostPopular.slice(1000)))}
]
`

/**
 * Packs words in alphabetical order, which halves their size. The capital before a word says how many letters it shares
 * with the word before, and to which band it belongs.
 */
const pack = (first: ReadonlyArray<string>, rest: ReadonlyArray<string>) => {
  const isFirst = new Set(first)
  let before = ""
  return [...first, ...rest]
    .toSorted()
    .map((word) => {
      let shared = 0
      while (shared < SHARED_MAX && shared < before.length && before[shared] === word[shared]) shared++
      before = word
      return String.fromCharCode(65 + shared + (isFirst.has(word) ? 0 : SHARED_MAX + 1)) + word.slice(shared)
    })
    .join("")
}
