/** Estimates how hard a password is to guess. Loaded when the first one is typed: the library brings its lists along. */
import { ZxcvbnFactory } from "@zxcvbn-ts/core"
import { PASSWORD_MAX_LENGTH } from "../../core/schema/fields/password.ts"
import type { Advice, Estimate } from "./estimate.ts"
import { keyboards } from "./keyboards.ts"
import { popularPasswords } from "./popular-passwords.ts"
import { unpackWords } from "./unpack-words.ts"

/** An engine that knows these words, the most popular first. */
export const engineOf = (words: ReadonlyArray<string>) =>
  new ZxcvbnFactory({ dictionary: { "passwords-common": [...words] }, graphs: keyboards })

// Of the library's lists only what is typed most: a tenth of their weight.
const engine = engineOf(popularPasswords.flatMap(unpackWords))

const advice: Readonly<Record<string, Advice>> = {
  straightRow: "adviceKeyboard",
  keyPattern: "adviceKeyboard",
  simpleRepeat: "adviceRepeats",
  extendedRepeat: "adviceRepeats",
  sequences: "adviceSequences",
  recentYears: "adviceDates",
  dates: "adviceDates",
  topTen: "adviceKnown",
  topHundred: "adviceKnown",
  common: "adviceKnown",
  similarToCommon: "adviceKnown",
  wordByItself: "adviceNames",
  namesByThemselves: "adviceNames",
  commonNames: "adviceNames",
  userInputs: "adviceOwn"
}

/** What is worth trying for who knows the user: `noor.l@fernhill.example` gives `noor` and `fernhill`, too. */
const guesses = (own: ReadonlyArray<string>) =>
  own.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter(({ length }) => length > 2)

export const estimateBy = (engine: ZxcvbnFactory, password: string, own: ReadonlyArray<string> = []): Estimate => {
  const { feedback, score } = engine.check(password.slice(0, PASSWORD_MAX_LENGTH), guesses(own))
  const known = feedback.warning === null ? undefined : advice[feedback.warning]
  return { score, advice: known ?? (score < 3 ? "adviceWords" : null) }
}

export const estimatePassword = (password: string, own: ReadonlyArray<string>): Estimate =>
  estimateBy(engine, password, own)
