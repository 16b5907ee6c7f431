// @ts-check
// Makes react/strength/popular-passwords.ts from the list of the library that estimates passwords: run it after an
// update of @zxcvbn-ts/language-common.
//
//   node scripts/build/popular-passwords.mjs

import { writeFileSync } from "node:fs"
import { dictionary } from "@zxcvbn-ts/language-common"
import { PASSWORD_MIN_LENGTH } from "../../core/schema/fields/password.ts"
import { engineOf, estimateBy } from "../../react/strength/estimate-password.ts"

/** Of 49,000. What comes later costs two bytes a word and is hardly ever typed. */
const MOST_COMMON = 5000

/** Within a band the order is the alphabet's, which packs twice as well. */
const bands = [10, 100, 1000, MOST_COMMON]

/** How many times as hard to guess a password may look when it is left out: as a part of a longer one it counts, too. */
const NEARLY = 30

/** In how many turns words are tried without, each time as many at once. */
const TURNS = 60

/** The most letters that a word can share with the one before it: there are 26 capitals, for two bands. */
const SHARED_MAX = 12

export const mostCommon = dictionary["passwords-common"].slice(0, MOST_COMMON)

/** The text of the file. */
export const packedPasswords = () => {
  const [ten = [], hundred = [], thousand = [], rest = []] = inBands(needed())
  return `/**
 * What people choose most, packed for \`unpackWords\`: a hundred, of which ten come first, and the rest of 5,000, of which
 * the first thousand do. Made by scripts/build/popular-passwords.mjs from @zxcvbn-ts/language-common, which is under the MIT licence.
 */
export const popularPasswords: ReadonlyArray<string> = [
  ${JSON.stringify(pack(ten, hundred))},
  ${JSON.stringify(pack(thousand, rest))}
]
`
}

/** @param {ReadonlyArray<string>} words */
const inBands = (words) => {
  const kept = new Set(words)
  return bands.map((end, index) =>
    mostCommon
      .slice(bands[index - 1] ?? 0, end)
      .filter((word) => kept.has(word))
      .toSorted()
  )
}

/** @param {ReadonlyArray<string>} words */
export const engineWith = (words) => engineOf(inBands(words).flat())

/**
 * Without the words that the check, by its rules and the other words, takes for about as weak as they are: \`aaaaaaaa\`,
 * \`19871987\`, \`bingo1\` beside \`bingo\`. Their score stays the same, and what is said about those that are long enough.
 */
const needed = () => {
  const whole = engineWith(mostCommon)
  const rank = new Map(mostCommon.map((word, index) => [word, index + 1]))
  /** @param {ReturnType<typeof engineOf>} engine @param {string} word */
  const knows = (engine, word) => {
    if (engine.check(word).guesses > NEARLY * (rank.get(word) ?? 0)) return false
    const [is, was] = [estimateBy(engine, word), estimateBy(whole, word)]
    return is.score === was.score && (is.advice === was.advice || word.length < PASSWORD_MIN_LENGTH)
  }

  const out = new Set()
  for (let turn = 0; turn < TURNS; turn++) {
    const kept = mostCommon.filter((word) => !out.has(word))
    const others = engineWith(kept.filter((_, index) => index % TURNS !== turn))
    for (const [index, word] of kept.entries()) if (index % TURNS === turn && knows(others, word)) out.add(word)
  }
  // What knew a word may have gone after it.
  for (let missed = [""]; missed.length > 0;) {
    const engine = engineWith(mostCommon.filter((word) => !out.has(word)))
    missed = mostCommon.filter((word) => out.has(word) && !knows(engine, word))
    for (const word of missed) out.delete(word)
  }
  return mostCommon.filter((word) => !out.has(word))
}

/** @param {ReadonlyArray<string>} first @param {ReadonlyArray<string>} rest both sorted */
const pack = (first, rest) => {
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

if (import.meta.main) {
  writeFileSync(new URL("../../react/strength/popular-passwords.ts", import.meta.url), packedPasswords())
}
