/** Checks that a response is allowed by the contract and discloses nothing that its caller may not see. */
import { Result, Schema } from "effect"
import { errorBody } from "../../../core/errors/known-error.ts"
import { knownErrorByCode } from "../../../core/errors/known-errors.ts"
import type { TestResponse } from "../fixture.ts"
import type { FuzzRequest } from "./fuzz-request.ts"
import { matchingEndpoints } from "./matching-endpoints.ts"
import {
  keyHeaders,
  other,
  OWNER,
  own,
  PASSWORD,
  SERVER_MARK,
  type FuzzProject,
  testProjects,
  type FuzzTier,
  TOTP_SECRET
} from "./seed.ts"

export const statusOf = ({ headers, status }: TestResponse): number =>
  Number(headers["x-stack-actual-status"] ?? status)

/** True if the service has no route for the path, or not with this method. */
export const isNotServed = (response: TestResponse): boolean =>
  (statusOf(response) === 404 && response.code === undefined && response.text.startsWith("There is nothing at ")) ||
  statusOf(response) === 405

const strict = { onExcessProperty: "error" } as const

/** Returns the first problem of a response, or `null`. */
export const findProblem = (request: FuzzRequest, response: TestResponse): string | null =>
  leak(request, response) ?? responseProblem(request, response) ?? headersProblem(response)

/** An error may repeat a value of the request, in its message and in its details. */
const LONGEST_ERROR = 25_000

const responseProblem = ({ method, target }: FuzzRequest, response: TestResponse): string | null => {
  const status = statusOf(response)
  const { headers, json, text } = response
  const forms = matchingEndpoints(method, target)
  const type = headers["content-type"] ?? ""
  if (!(status >= 200 && status < 500)) return `the status is ${status}`
  if (status >= 400 && text.length > LONGEST_ERROR) return `the error has ${text.length} characters`
  const code = headers["x-stack-known-error"]
  if (code !== undefined) return knownErrorProblem(code, status, response)
  if (status >= 400) {
    if (type.startsWith("text/plain") && text !== "") return null
    const isOAuth = target.startsWith("/api/v1/auth/oauth/") && typeof Reflect.get(Object(json), "error") === "string"
    return isOAuth ? null : `an error that is neither a known error nor plain text: ${type} ${text.slice(0, 200)}`
  }
  if (status >= 300) return locationProblem(headers["location"])
  const matchesAny = forms.some(({ responseFormat, success }) =>
    responseFormat === "text"
      ? type.startsWith("text/plain")
      : Result.isSuccess(Schema.decodeUnknownResult(success, strict)(json))
  )
  return matchesAny ? null : `a success that the contract does not declare: ${status} ${text.slice(0, 500)}`
}

const knownErrorProblem = (code: string, status: number, { json, text }: TestResponse): string | null => {
  const known = knownErrorByCode(code)
  if (known === undefined) return `the catalogue has no error ${code}`
  if (known.status !== status) return `${code} has the status ${status}`
  if (Reflect.get(Object(json), "code") !== code) return `the header says ${code}, and the body ${text.slice(0, 200)}`
  const decoded = Schema.decodeUnknownResult(errorBody(known), strict)(json)
  return Result.isFailure(decoded) ? `the body of ${code} cannot be decoded: ${text.slice(0, 500)}` : null
}

const locationProblem = (location: string | undefined): string | null => {
  const url = URL.parse(location ?? "", "http://service")
  if (location === undefined || url === null) return `a redirect to ${location}`
  const isEvil = /(^|\.)evil\.example$/.test(url.hostname) || !/^https?:$/.test(url.protocol)
  return isEvil ? `a redirect to ${location.slice(0, 300)}` : null
}

const headersProblem = ({ headers }: TestResponse): string | null => {
  for (const name of ["access-control-allow-origin", "cache-control", "x-stack-request-id"]) {
    if (headers[name] === undefined) return `the header ${name} is missing`
  }
  for (const [name, value] of Object.entries(headers)) {
    // Node throws on these in a header that a request may influence.
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      return `the header ${name} has an invalid value: ${JSON.stringify(value)}`
  }
  return Reflect.get({}, "polluted") === undefined ? null : "the prototype of all objects was changed"
}

/** True if the request has a valid key of the project. */
const isAuthorizedFor = ({ id, keys }: FuzzProject, { body, headers, target }: FuzzRequest): boolean => {
  const tier = headers["x-stack-access-type"]
  if (headers["x-stack-project-id"] === id && tier !== undefined && isTier(tier)) {
    if (headers[keyHeaders[tier]] === keys[tier]) return true
    // The owner of this project.
    if (headers["x-stack-admin-access-token"] !== undefined && id === own.id) return true
  }
  if (
    headers["x-stack-project-id"] === "internal" &&
    id === own.id &&
    subjectOf(headers["x-stack-access-token"]) === OWNER.id
  ) {
    return true
  }
  const sent = `${target} ${String(body)} ${headers["authorization"]}`
  return (
    (sent.includes(id) && sent.includes(keys.client)) ||
    (headers["authorization"]?.startsWith("Basic ") === true && id === own.id)
  )
}

const isTier = (text: string): text is FuzzTier => text in keyHeaders

const subjectOf = (token: string | undefined): unknown => {
  try {
    return JSON.parse(Buffer.from(token?.split(".")[1] ?? "", "base64url").toString()).sub
  } catch {
    return undefined
  }
}

const leak = (request: FuzzRequest, { headers, text }: TestResponse): string | null => {
  const seen = `${text}\n${JSON.stringify(headers)}`
  for (const testProject of testProjects) {
    if (seen.includes(testProject.mark) && !isAuthorizedFor(testProject, request))
      return `${testProject.mark} was disclosed to a caller without access`
  }
  const isClient =
    request.headers["x-stack-access-type"] === "client" && request.headers["x-stack-admin-access-token"] === undefined
  if (isClient && seen.includes(SERVER_MARK)) return "a client got data of the server tier"
  if (isClient && seen.includes(other.mark) && subjectOf(request.headers["x-stack-access-token"]) !== other.id) {
    return "a user got data of another user"
  }
  const secrets = [TOTP_SECRET, PASSWORD, "$2b$04$", "SQLITE", "node:internal", "/service/", "[object Object]"]
  const shown = secrets.find((secret) => seen.includes(secret))
  return shown === undefined ? null : `${shown} was disclosed`
}
