/** Remaining time in notices. */
import { expect, it } from "vitest"
import { timeInWords } from "../../react/components/time-left.ts"

it.each([
  [1, "en-US", "1 second"],
  [45, "en-US", "45 seconds"],
  [90, "en-US", "90 seconds"],
  [91, "en-US", "2 minutes"],
  [600, "en-US", "10 minutes"],
  [601, "en-US", "11 minutes"],
  [5400, "en-US", "90 minutes"],
  [5401, "en-US", "2 hours"],
  [604_799.5, "en-US", "7 days"],
  [45, "de-DE", "45 Sekunden"],
  [600, "de-DE", "10 Minuten"],
  [1, "pt-BR", "1 segundo"],
  [600, "fr-CA", "10 minutes"],
  [600, "zh-CN", "10分钟"]
])("%d seconds are formatted in %s as %s", (seconds, language, words) => {
  expect(timeInWords(seconds, language).replace(/\s/g, " ")).toBe(words)
})
