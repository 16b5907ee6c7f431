/** The tables of the SDK find what is missing. */
import { describe, expect, it } from "@effect/vitest"
import { canonical, errorGaps, errorRows, memberGaps, memberRows } from "./coverage.ts"
import type { Member } from "./members.ts"
import type { Note } from "./note.ts"
import { type Rule, ruleGaps, rules } from "./rules.ts"
import { shownGaps, type Text, textGaps } from "./texts.ts"

const leave: Member = { original: "user.leaveTeam", effect: "client teams.leave", promise: "CurrentUser.leaveTeam" }
const used = (form: "effect" | "promise", member: string, how: "succeeded" | "began" = "succeeded"): Note => ({
  kind: "used",
  form,
  member,
  how
})
const both = [used("effect", "client teams.leave"), used("promise", "CurrentUser.leaveTeam")]
const gaps = (member: Member, notes: ReadonlyArray<Note>) => memberGaps(memberRows([member], notes))

describe("the table of members", () => {
  it("wants each in Effect and as a promise, with success", () => {
    expect(gaps(leave, both)).toEqual([])
    expect(gaps(leave, both.slice(1))).toEqual(["user.leaveTeam: no test succeeded with client teams.leave in Effect"])
    expect(gaps(leave, [...both.slice(0, 1), used("promise", "CurrentUser.leaveTeam", "began")])).toHaveLength(1)
  })

  it("takes a beginning for what leads away, and a reason for what is not there", () => {
    expect(gaps({ ...leave, leaves: true }, both.map((note) => ({ ...note, how: "began" }) as Note))).toEqual([])
    expect(gaps({ ...leave, effect: null }, both)).toHaveLength(1)
    expect(gaps({ ...leave, effect: null, because: "of this test" }, both)).toEqual([])
  })
})

describe("the table of errors", () => {
  const met = (code: string | null, by: "service" | "script"): Note => ({
    kind: "met",
    member: "client teams.leave",
    endpoint: "DELETE /x",
    declares: ["A", "B"],
    code,
    by
  })
  const unraised = [{ members: ["client teams.leave"], codes: ["B"], because: "of this test" }]
  const gapsOf = (notes: ReadonlyArray<Note>, listed: typeof unraised = []) => errorGaps(errorRows(notes, listed), listed)

  it("wants each from a service, and takes a script's word only where it is said why", () => {
    expect(gapsOf([met("A", "service"), met("B", "service")])).toEqual([])
    expect(gapsOf([met("A", "service"), met("B", "script")], unraised)).toEqual([])
    expect(gapsOf([met("A", "service"), met("B", "script")])).toEqual([
      "client teams.leave never failed with B of DELETE /x"
    ])
    expect(gapsOf([met("A", "service"), met(null, "service")], unraised)).toHaveLength(1)
  })

  it("wants no reason for what a service did raise, nor for what is not declared", () => {
    expect(gapsOf([met("A", "service"), met("B", "service")], unraised)).toEqual([
      "a service did raise B through client teams.leave, and it is listed as one that none raises"
    ])
    const listed = [{ members: ["client teams.leave"], codes: ["C"], because: "of this test" }]
    expect(gapsOf([met("A", "service"), met("B", "service")], listed)).toEqual([
      "client teams.leave declares no C, which is listed as one that no service raises"
    ])
  })

  it("knows two names of one call for one", () => {
    expect(canonical("server teams.update")).toBe("server allTeams.update")
    expect(canonical("server permissions.list")).toBe("server ofUser.permissions.list")
    expect(canonical("server setPassword")).toBe("client setPassword")
    expect(canonical("server users.setPassword")).toBe("server users.setPassword")
  })
})

describe("the table of rules", () => {
  const rule: Rule = { name: "option x", effect: ["in Effect: x"], promise: ["as a promise: x"] }
  const passed = (...tests: ReadonlyArray<string>) => (test: string) => tests.includes(test)

  it("wants a test in Effect and one as a promise", () => {
    expect(ruleGaps(rule, passed("in Effect: x", "as a promise: x"))).toEqual([])
    expect(ruleGaps(rule, passed("in Effect: x"))).toEqual([
      "option x: this test did not pass, or is not there: as a promise: x"
    ])
    expect(ruleGaps({ ...rule, promise: [] }, passed("in Effect: x"))).toEqual(["option x: no test is named"])
  })

  it("wants a reason for what is in one style only", () => {
    const single = { ...rule, promise: null }
    expect(ruleGaps(single, passed("in Effect: x"))).toEqual(["option x has one style, and it is not said why"])
    expect(ruleGaps({ ...single, because: "of this test" }, passed("in Effect: x"))).toEqual([])
  })

  it("holds each test of both styles to both", () => {
    const ofStyle = (tests: Rule["effect"], style: string) =>
      (tests ?? []).filter((test) => test.startsWith(style)).map((test) => test.slice(style.length))
    for (const { effect, name, promise } of rules) {
      if (promise !== null && effect !== null) {
        expect(ofStyle(effect, "in Effect: "), name).toEqual(ofStyle(promise, "as a promise: "))
      }
    }
  })
})

describe("the table of texts", () => {
  const text: Text = { text: "No.", file: "english.ts", by: { file: "forms.ts", title: "says no" } }
  const sources: Readonly<Record<string, string>> = {
    "english.ts": "no: \"No.\"",
    "forms.ts": "\n  it(\"says no\", () => see(\"No.\"))\n  it(\"says yes\", () => see(\"Yes.\"))"
  }
  const gaps = (of: Text) => textGaps(of, (file) => sources[file] ?? "")

  it("wants each text where the screens have it, and in the test that waits for it", () => {
    expect(gaps(text)).toEqual([])
    expect(gaps({ ...text, file: "steps.ts" })).toEqual(["steps.ts does not hold the text: No."])
    for (const title of ["says yes", "says nothing"]) {
      expect(gaps({ ...text, by: { file: "forms.ts", title } })).toEqual([
        `forms.ts has no test "${title}" that looks for the text: No.`
      ])
    }
  })

  it("wants that test to have passed in Chromium", () => {
    expect(shownGaps(text, [{ name: "sign-in says no", passed: true }])).toEqual([])
    expect(shownGaps(text, [{ name: "sign-in says no", passed: false }])).toEqual(["No.: did not pass: sign-in says no"])
    expect(shownGaps(text, [{ name: "sign-in says yes", passed: true }])).toEqual([
      "No.: no test in Chromium is called says no"
    ])
  })
})
