/** The table of the wire finds what is missing, and what is listed though it is not so. */
import { describe, expect, it } from "vitest"
import { endpoints } from "../../core/api/endpoints.ts"
import { type Answer, coverage, type Evidence } from "./coverage.ts"

const signIn = endpoints.filter(({ name }) => name === "POST /auth/password/sign-in")
const route = "/api/v1/auth/password/sign-in"
const success = (tier: string): Answer => ({ method: "POST", route, tier, status: 200, code: null })
const failure = (code: string): Answer => ({ method: "POST", route, tier: "client", status: 400, code })

const codes = ["PASSWORD_AUTHENTICATION_NOT_ENABLED", "EMAIL_PASSWORD_MISMATCH", "MULTI_FACTOR_AUTHENTICATION_REQUIRED"]

const complete: Evidence = {
  endpoints: signIn,
  commonCodes: ["SCHEMA_ERROR"],
  answers: [...["client", "server", "admin"].map(success), ...codes.map(failure), failure("SCHEMA_ERROR")],
  impossible: []
}

const gaps = (changes: Partial<Evidence>) => coverage({ ...complete, ...changes }).gaps

describe("the table of the wire", () => {
  it("has no gap when everything was answered", () => {
    expect(gaps({})).toEqual([])
  })

  it("wants a success for each tier: an error or a plain refusal is none", () => {
    const without = complete.answers.filter(({ code, tier }) => code !== null || tier !== "admin")
    const expected = ["POST /auth/password/sign-in never succeeded for the tier admin"]
    expect(gaps({ answers: without })).toEqual(expected)
    expect(gaps({ answers: [...without, { ...success("admin"), status: 403 }] })).toEqual(expected)
  })

  it("wants a success of an endpoint that looks at no tier", () => {
    const health = endpoints.filter(({ name }) => name === "GET /health")
    const answer: Answer = { method: "GET", route: "/health", tier: null, status: 200, code: null }
    const evidence = { endpoints: health, commonCodes: [] }
    expect(gaps({ ...evidence, answers: [] })).toEqual(["GET /health never succeeded"])
    expect(gaps({ ...evidence, answers: [answer] })).toEqual([])
  })

  it("wants every declared error from the endpoint itself", () => {
    const elsewhere = complete.answers.map((answer) =>
      answer.code === "EMAIL_PASSWORD_MISMATCH" ? { ...answer, route: "/api/v1/elsewhere" } : answer
    )
    expect(gaps({ answers: elsewhere })).toEqual([
      "POST /auth/password/sign-in was never made to answer EMAIL_PASSWORD_MISMATCH"
    ])
  })

  it("wants every common error, from anywhere", () => {
    expect(gaps({ answers: complete.answers.filter(({ code }) => code !== "SCHEMA_ERROR") })).toEqual([
      "any endpoint was never made to answer SCHEMA_ERROR"
    ])
    const answers = complete.answers.filter(({ code }) => code !== "SCHEMA_ERROR")
    const impossible = [{ endpoint: "any endpoint", code: "SCHEMA_ERROR", because: "of this test" }]
    expect(gaps({ answers, impossible })).toEqual([])
    expect(gaps({ impossible })).toEqual(["any endpoint did answer SCHEMA_ERROR, which is listed as impossible"])
  })

  it("takes an error for impossible only as long as nobody provokes it", () => {
    const endpoint = "POST /auth/password/sign-in"
    const impossible = [{ endpoint, code: "EMAIL_PASSWORD_MISMATCH", because: "of this test" }]
    expect(gaps({ impossible })).toEqual([
      `${endpoint} did answer EMAIL_PASSWORD_MISMATCH, which is listed as impossible`
    ])
    const answers = complete.answers.filter(({ code }) => code !== "EMAIL_PASSWORD_MISMATCH")
    expect(gaps({ answers, impossible })).toEqual([])
    expect(gaps({ impossible: [{ endpoint, code: "USER_NOT_FOUND", because: "of this test" }] })).toEqual([
      `${endpoint} does not declare USER_NOT_FOUND, which is listed as impossible there`
    ])
  })
})
