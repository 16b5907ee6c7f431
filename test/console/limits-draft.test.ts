/** The form of the rate limits. */
import { describe, expect, it } from "vitest"
import { draftOf, maximumOf, problemsOf, settingOf } from "../../console/settings/limits-draft.ts"
import type { RateLimitsSetting } from "../../core/schema/rate-limits-setting.ts"

const settings: ReadonlyArray<RateLimitsSetting> = [
  { attempts: { perAccount: { burst: 5, perMinute: 0.5 } } },
  { attempts: { perAccount: "off", perAddress: { burst: 1, perMinute: 1 } }, requests: { perAddress: "off" } }
]

describe("the form of the rate limits", () => {
  it.each(settings)("saves what it was begun with: %j", (saved) => {
    expect(settingOf(draftOf(saved))).toEqual(saved)
  })

  it("saves nothing if every limit is the default, and each limit as off if all are", () => {
    expect(settingOf(draftOf(undefined))).toBeNull()
    const off = { perAccount: "off", perAddress: "off" }
    expect(settingOf(draftOf("off"))).toEqual({ attempts: off, requests: off })
  })

  it.each([
    ["5", "0.01", [null, null]],
    ["1000000", "1e6", [null, null]],
    ["0", "0", ["Enter a whole number from 1 to 1,000,000.", "Enter a number from 0.01 to 1,000,000."]],
    ["1.5", "", ["Enter a whole number from 1 to 1,000,000.", "Enter a number from 0.01 to 1,000,000."]],
    ["", "x", ["Enter a whole number from 1 to 1,000,000.", "Enter a number from 0.01 to 1,000,000."]],
    ["1000001", "1000001", ["Enter a whole number from 1 to 1,000,000.", "Enter a number from 0.01 to 1,000,000."]]
  ])("explains %s at once and %s a minute", (burst, perMinute, expected) => {
    const maximum = maximumOf("attempts", "perAccount", undefined)
    expect(Object.values(problemsOf({ mode: "own", burst, perMinute }, maximum))).toEqual([null, ...expected])
    expect(Object.values(problemsOf({ mode: "off", burst, perMinute }, maximum))).toEqual([null, null, null])
  })

  it("explains the operator's maximum, which allows no limit that is off", () => {
    const maximum = maximumOf("requests", "perAddress", 2)
    const problems = (mode: "own" | "off", burst: string, perMinute: string) =>
      Object.values(problemsOf({ mode, burst, perMinute }, maximum))
    expect(problems("own", "2000", "400")).toEqual([null, null, null])
    expect(problems("own", "2001", "400.1")).toEqual([
      null,
      "Enter a whole number from 1 to 2,000.",
      "Enter a number from 0.01 to 400."
    ])
    expect(problems("off", "", "")).toEqual(["The operator of this service allows no limit that is off.", null, null])
  })
})
