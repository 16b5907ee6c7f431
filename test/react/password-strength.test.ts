/**
 * Password strength: the shipped subset of the library's lists, compared with the full library. After an update of
 * @zxcvbn-ts/language-common, `npm run passwords` writes the list.
 */
import { ZxcvbnFactory } from "@zxcvbn-ts/core"
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common"
import { describe, expect, it } from "vitest"
import { PASSWORD_MIN_LENGTH } from "../../core/schema/fields/password-length.ts"
import { STRENGTH_THRESHOLD } from "../../react/components/password-strength.tsx"
import { estimatePassword } from "../../react/strength/estimate-password.ts"
import { keyboards } from "../../react/strength/keyboards.ts"
import { popularPasswords } from "../../react/strength/popular-passwords.ts"
import { unpackWords } from "../../react/strength/unpack-words.ts"
import { mostPopular, packPasswords } from "./pack-passwords.ts"

const known = dictionary["passwords-common"]
const SAMPLE = 250
const ours = (password: string) => estimatePassword(password, []).score

describe("The list of popular passwords", () => {
  it("is that of the library, packed", async () => {
    await expect(packPasswords()).toMatchFileSnapshot("../../react/strength/popular-passwords.ts")
  })

  it("decodes to the library's words, in the order of its bands", () => {
    expect(unpackWords("AabacusPsenceBdgeOy")).toEqual(["abacus", "adge", "absence", "ay"])
    const rank = new Map(known.map((word, index) => [word, index + 1]))
    const words = popularPasswords.flatMap(unpackWords)
    const bandOf = (word: string) => [10, 100, 1000, 5000].findIndex((end) => (rank.get(word) ?? Infinity) <= end)
    expect(words.map(bandOf)).toEqual(words.map(bandOf).toSorted())
    expect(words.map(bandOf)).not.toContain(-1)
    expect(new Set(words).size).toBe(words.length)
  })

  it("contains the 5,000 most popular passwords of the library", () => {
    expect(new Set(popularPasswords.flatMap(unpackWords))).toEqual(new Set(known.slice(0, 5000)))
  })
})

it("The keyboard layouts are those of the library", () => {
  const { azerty, keypad, qwerty, qwertz } = adjacencyGraphs
  expect(keyboards).toEqual({ azerty, keypad, qwerty, qwertz })
})

describe("A new password", () => {
  it("is rejected if it is one of the 5,000 most popular", () => {
    const long = mostPopular.filter((word) => word.length >= PASSWORD_MIN_LENGTH)
    expect(long.filter((word) => ours(word) >= STRENGTH_THRESHOLD)).toEqual([])
  })

  it.each([
    ["password1", "adviceKnown"],
    ["yxcvbnm,.-", "adviceKeyboard"],
    ["zaq12wsx", "adviceKnown"],
    ["aaaaaaaaaa", "adviceRepeats"],
    ["abcdefghij", "adviceSequences"],
    ["12.03.1987", "adviceDates"]
  ])("has advice for its weakness: %s", (password, advice) => {
    expect(estimatePassword(password, [])).toMatchObject({ advice })
    expect(ours(password)).toBeLessThan(STRENGTH_THRESHOLD)
  })

  it("is weak if it contains data of the user", () => {
    expect(estimatePassword("fernhill77", ["noor.l@fernhill.example"]).score).toBeLessThan(STRENGTH_THRESHOLD)
    expect(ours("fernhill77")).toBeGreaterThanOrEqual(STRENGTH_THRESHOLD)
  })

  it("has the score of the full list, except for one in twelve passwords made of popular words", () => {
    const whole = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
    const judged = habitual(SAMPLE).map((password) => ({
      full: whole.check(password).score >= STRENGTH_THRESHOLD,
      trimmed: ours(password) >= STRENGTH_THRESHOLD
    }))
    expect(judged.filter(({ full, trimmed }) => trimmed && !full).length / SAMPLE).toBeLessThan(1 / 12)
    expect(judged.filter(({ full, trimmed }) => full && !trimmed).length / SAMPLE).toBeLessThan(0.01)
  })
})

/** Typical passwords: a word by its popularity (Zipf's law), alone or with common additions. */
function habitual(amount: number) {
  let seed = 7
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
  const popular = () => known[Math.floor(known.length ** random())] ?? ""
  const below = (limit: number) => Math.floor(random() * limit)
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  const habits = [
    () => popular(),
    () => capital(popular()) + below(100),
    () => `${popular()}123`,
    () => `${capital(popular())}${1950 + below(70)}!`,
    () => popular().replace("a", "@").replace("o", "0") + below(10)
  ]
  const passwords = new Set<string>()
  while (passwords.size < amount) {
    const password = habits[below(habits.length)]?.() ?? ""
    if (password.length >= 8) passwords.add(password)
  }
  return [...passwords]
}
