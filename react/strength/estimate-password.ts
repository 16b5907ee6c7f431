/** Estimates how hard a password is to guess. Loaded on demand, with its word lists. */
import { PASSWORD_MAX_LENGTH } from "../../core/schema/fields/password-length.ts"
import type { Advice, Estimate } from "./estimate.ts"
import { keyboards } from "./keyboards.ts"
import { popularPasswords } from "./popular-passwords.ts"
import { unpackWords } from "./unpack-words.ts"
import { ZxcvbnFactory } from "./zxcvbn.ts"

// Only the most popular words of the library's lists: a tenth of their size.
const engine = new ZxcvbnFactory({
  dictionary: { "passwords-common": popularPasswords.flatMap(unpackWords) },
  graphs: keyboards
})

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

/** Returns words that an attacker tries first: `noor.l@fernhill.example` adds `noor` and `fernhill`. */
const guesses = (own: ReadonlyArray<string>) =>
  own.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter(({ length }) => length > 2)

export const estimatePassword = (password: string, own: ReadonlyArray<string>): Estimate => {
  const { feedback, score } = engine.check(password.slice(0, PASSWORD_MAX_LENGTH), guesses(own))
  const known = feedback.warning === null ? undefined : advice[feedback.warning]
  return { score, advice: known ?? (score < 3 ? "adviceWords" : null) }
}
