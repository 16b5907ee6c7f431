import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import type { ActiveFault, FaultKind } from "../../console/control/responses.ts"
import { faultOf, initial, kinds, settingsOf } from "../../console/faults/fault-kinds.ts"
import * as Service from "../../service/development/faults/fault.ts"

/** Compiles only if the console can read every fault that the service returns. */
const asConsole = (fault: Service.ActiveFault): ActiveFault => fault

/** Compiles only if the console has every kind of the service. */
const all: Readonly<Record<Service.FaultKind, FaultKind>> & Readonly<Record<FaultKind, Service.FaultKind>> = {
  delay: "delay",
  rateLimit: "rateLimit",
  serverError: "serverError",
  unavailable: "unavailable",
  loop: "loop",
  reset: "reset",
  truncate: "truncate",
  wrongErrorHeader: "wrongErrorHeader",
  expireTokens: "expireTokens",
  dropMail: "dropMail"
}

const settings = { ...initial, path: "/api/v1/users*", to: "*@example.com", share: "50", times: "3" }

describe("the console's faults", () => {
  it("has a card for every kind of the service", () => {
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(Object.keys(all).sort())
  })

  it.each(kinds)("sends settings of $kind that the service accepts, and shows them again", (kind) => {
    const fault = Schema.decodeUnknownSync(Service.Fault)(faultOf(kind, settings))
    const shown = settingsOf(asConsole({ id: "1", fault, used: 0 }).fault)
    for (const setting of kind.settings) expect(shown[setting]).toBe(settings[setting])
  })

  it("keep what their form does not show, and values that it rounds", () => {
    const [slow] = kinds
    if (slow === undefined) throw new Error("There is no kind.")
    const before = { kind: "delay", millis: 250, method: "POST", share: 0.12345, times: 2 } as const
    const shown = settingsOf(before)
    expect(faultOf(slow, { ...shown, path: "/api/v1/users" }, before)).toEqual({ ...before, path: "/api/v1/users" })
    expect(faultOf(slow, { ...shown, share: "50", times: "" }, before)).toEqual({
      kind: "delay",
      millis: 250,
      method: "POST",
      share: 0.5
    })
  })
})
