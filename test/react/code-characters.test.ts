/** Normalization of typed codes. */
import { describe, expect, it } from "vitest"
import { codeIn } from "../../react/components/code-characters.ts"

describe("A code", () => {
  it("has no spaces and punctuation", () => {
    expect(codeIn(" 12 34-56 ", { kind: "digits", length: 6 })).toBe("123456")
    expect(codeIn("Your code is 123456.", { kind: "digits", length: 6 })).toBe("123456")
    expect(codeIn("k7q2xz\n", { kind: "letters", length: 6 })).toBe("K7Q2XZ")
  })

  it("accepts full-width characters and the digits of every script", () => {
    expect(codeIn("ｋ７ｑ２ｘｚ", { kind: "letters", length: 6 })).toBe("K7Q2XZ")
    for (const digits of ["１２３４５６", "١٢٣٤٥٦", "۱۲۳۴۵۶", "१२३४५६", "๑๒๓๔๕๖", "𝟏𝟐𝟑𝟒𝟓𝟔"]) {
      expect(codeIn(digits, { kind: "digits", length: 6 })).toBe("123456")
    }
    expect(codeIn("٠٩۰۹०९", { kind: "digits", length: 6 })).toBe("090909")
  })

  it("has only characters of its kind up to its length, and is idempotent", () => {
    const characters = ["a", "Z", "7", "٣", "９", " ", "ß", "ﬃ", "İ", "<", "\u0000", "💥", "\ud800", "½", "Ⅷ", "一"]
    // All texts of up to three of these characters, and a long text of each.
    const texts = characters.flatMap((first) => [
      first.repeat(40),
      ...characters.flatMap((second) => [first + second, ...characters.map((third) => first + second + third)])
    ])
    for (const kind of ["digits", "letters"] as const) {
      for (const text of texts) {
        for (const length of [1, 2, 6]) {
          const code = codeIn(text, { kind, length })
          expect(code).toMatch(kind === "digits" ? /^[0-9]*$/ : /^[0-9A-Z]*$/)
          expect(code.length).toBeLessThanOrEqual(length)
          expect(codeIn(code, { kind, length })).toBe(code)
        }
      }
    }
  })

  it("without a kind has any characters except white space, in upper and lower case", () => {
    expect(codeIn(" aB-9 ß٣ ", { length: 6 })).toBe("aB-9ß3")
  })

  it("drops each character that breaks its pattern", () => {
    expect(codeIn("0xFACE-1", { length: 6, pattern: /^[0-9a-f]*$/i })).toBe("0FACE1")
    expect(codeIn("0xFACE-1", { length: 6, pattern: "^[0-9a-f]*$" })).toBe("01")
    expect(codeIn("12ab3c4d", { length: 4, pattern: /^[A-Z]{0,2}\d*$/, kind: "letters" })).toBe("1234")
    expect(codeIn("ab12cd34", { length: 4, pattern: /^[A-Z]{0,2}\d*$/, kind: "letters" })).toBe("AB12")
  })

  it("is parsed alike with a global or sticky pattern", () => {
    for (const pattern of [/^\d*$/g, /^\d*$/y]) {
      expect([codeIn("1a2b", { length: 6, pattern }), codeIn("1a2b", { length: 6, pattern })]).toEqual(["12", "12"])
    }
  })
})
