// @ts-check
// Makes react/strength/popular-passwords.ts from the list of the library that estimates passwords: run it after an
// update of @zxcvbn-ts/language-common.
//
//   node scripts/pack-passwords.mjs

import { writeFileSync } from "node:fs"
import { ZxcvbnFactory } from "@zxcvbn-ts/core"
import { dictionary } from "@zxcvbn-ts/language-common"
import { keyboards } from "../react/strength/keyboards.ts"
import { answerHelp } from "./help.mjs"

/** Of 49,000. What comes later costs two bytes a word and is hardly ever typed. */
const MOST_COMMON = 5000

/** A password that the check takes for nearly as common without knowing it is left out: `aaaaaaaa`, `19871987`. */
const NEARLY = 3

/** Within a band the order is the alphabet's, which packs twice as well. The first two are told apart in the advice. */
const bands = [10, 100, 1000, MOST_COMMON]

/** The text of the file. */
export const packedPasswords = () => {
  const unaided = new ZxcvbnFactory({ graphs: keyboards })
  const words = dictionary["passwords-common"].slice(0, MOST_COMMON)
  const packed = bands.map((end, index) => {
    const start = bands[index - 1] ?? 0
    return pack(words.slice(start, end).filter((word, at) => unaided.check(word).guesses > NEARLY * (start + at + 1)))
  })
  return `/**
 * What people choose most, in bands of falling popularity, packed for \`unpackWords\`. Made by
 * scripts/pack-passwords.mjs from @zxcvbn-ts/language-common, which is under the MIT licence.
 */
export const popularPasswords: ReadonlyArray<string> = [
${packed.map((band) => `  ${JSON.stringify(band)}`).join(",\n")}
]
`
}

/** @param {ReadonlyArray<string>} words */
const pack = (words) => {
  let before = ""
  return words.toSorted().map((word) => {
    let shared = 0
    while (shared < 25 && shared < before.length && before[shared] === word[shared]) shared++
    before = word
    return String.fromCharCode(65 + shared) + word.slice(shared)
  }).join("")
}

if (import.meta.main) {
  answerHelp(import.meta.url)
  writeFileSync(new URL("../react/strength/popular-passwords.ts", import.meta.url), packedPasswords())
}
