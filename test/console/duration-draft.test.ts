/** The form of a duration. */
import { describe, expect, it } from "vitest"
import { durationDraft, durationOf, durationProblem } from "../../console/settings/duration-draft.ts"
import { DAY, HOUR } from "../durations.ts"

const own = { mode: "own", unit: "hours" } as const

describe("the form of a duration", () => {
  it.each([900_000, HOUR, 90 * 60_000, 86_400_000, 31_708_800_000, 900_001])(
    "saves what it was begun with: %j",
    (millis) => {
      expect(durationOf(durationDraft(millis, HOUR))).toBe(millis)
    }
  )

  it("has the largest unit of which the duration is a whole number", () => {
    expect(durationDraft(2 * DAY, HOUR)).toEqual({ mode: "own", amount: "2", unit: "days" })
    expect(durationDraft(36 * HOUR, HOUR)).toEqual({ mode: "own", amount: "36", unit: "hours" })
    expect(durationDraft(90 * 60_000, HOUR)).toEqual({ mode: "own", amount: "90", unit: "minutes" })
  })

  it("saves the default as no setting, and suggests a time for an own one", () => {
    const draft = durationDraft(undefined, 12 * HOUR)
    expect(draft).toEqual({ mode: "default", amount: "12", unit: "hours" })
    expect(durationOf(draft)).toBeNull()
    expect(durationProblem({ ...draft, amount: "" })).toBeNull()
  })

  it.each(["", " ", "soon", "0", "-1", "0.24", "8809", "Infinity", "1e300"])("explains the time %j", (amount) => {
    expect(durationProblem({ ...own, amount })).toBe("Enter a time from 15 minutes to 367 days.")
  })

  it.each(["0.25", "1", "1.5", "8808"])("accepts %s hours", (amount) => {
    expect(durationProblem({ ...own, amount })).toBeNull()
  })
})
