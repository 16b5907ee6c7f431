/** What counts as a character of a code. */
import { describe, expect, it } from "vitest"
import { codeIn } from "../../react/components/code-characters.ts"

describe("a code", () => {
  it("is what is left of a text without spaces and signs", () => {
    expect(codeIn(" 12 34-56 ", "digits", 6)).toBe("123456")
    expect(codeIn("Your code is 123456.", "digits", 6)).toBe("123456")
    expect(codeIn("k7q2xz\n", "letters", 6)).toBe("K7Q2XZ")
  })

  it("takes full-width characters and the digits of every script for plain ones", () => {
    expect(codeIn("ｋ７ｑ２ｘｚ", "letters", 6)).toBe("K7Q2XZ")
    for (const digits of ["１２３４５６", "١٢٣٤٥٦", "۱۲۳۴۵۶", "१२३४५६", "๑๒๓๔๕๖", "𝟏𝟐𝟑𝟒𝟓𝟔"]) {
      expect(codeIn(digits, "digits", 6)).toBe("123456")
    }
    expect(codeIn("٠٩۰۹०९", "digits", 6)).toBe("090909")
  })

  it("has no other characters, no more than there is room for, and reads itself as it is", () => {
    const characters = ["a", "Z", "7", "٣", "９", " ", "ß", "ﬃ", "İ", "<", "\u0000", "💥", "\ud800", "½", "Ⅷ", "一"]
    // Every text of up to three of them, and a long one from each.
    const texts = characters.flatMap((first) => [
      first.repeat(40),
      ...characters.flatMap((second) => [first + second, ...characters.map((third) => first + second + third)])
    ])
    for (const kind of ["digits", "letters"] as const) {
      for (const text of texts) {
        for (const length of [1, 2, 6]) {
          const code = codeIn(text, kind, length)
          expect(code).toMatch(kind === "digits" ? /^[0-9]*$/ : /^[0-9A-Z]*$/)
          expect(code.length).toBeLessThanOrEqual(length)
          expect(codeIn(code, kind, length)).toBe(code)
        }
      }
    }
  })
})
