/**
 * A scenario: the state of the service for a recorded request, and the values that replace its ids, tokens and codes.
 * The rest of the request is sent as recorded.
 */
import { isJsonObject } from "../../../core/json/json-object.ts"
import { assert } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import type { Tier } from "../../../core/schema/tier.ts"
import type { Service } from "../../../service/service.ts"
import { type TestResponse, keys, PROJECT_ID, send } from "../fixture.ts"
import { type Exchange, exchanges, uuids } from "./exchanges.ts"
import type { MailedTexts } from "../setup/mailed-texts.ts"
import type { RegisteredUser } from "../setup/users.ts"
import { internalKeys, ownerToken } from "../setup/project.ts"
import { differences } from "./shape.ts"

export interface Setup {
  /** The user whose tokens the request carries. */
  readonly user?: RegisteredUser
  /** Replaces the ids of the path and the query, in order. Unknown ids stay unchanged. */
  readonly ids?: ReadonlyArray<string>
  /** Replaces fields of the body at any depth. */
  readonly body?: Readonly<Record<string, unknown>>
  /** Replaces query parameters. */
  readonly query?: Readonly<Record<string, string>>
  /** Replaces headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** The project of the request, if it is not `PROJECT_ID`. */
  readonly project?: "internal"
  /** Fields of the response whose content differs by service: only their type is compared. */
  readonly own?: ReadonlyArray<string>
}

export interface Scenario {
  readonly line: number
  readonly label: string
  readonly given: Effect.Effect<Setup, unknown, MailedTexts | Service | Scope.Scope>
  /** True if the scenario needs the real clock, since it involves another server. */
  readonly live?: boolean
}

/** Returns the scenario for the exchange in this line of the recordings. */
export const at = (line: number, label: string, given: Scenario["given"] = Effect.succeed({})): Scenario => ({
  line,
  label,
  given
})

/** Returns a scenario that runs on the real clock. */
export const liveAt = (line: number, label: string, given: Scenario["given"]): Scenario => ({
  line,
  label,
  given,
  live: true
})

/** An exchange that is not replayed, with the reason. */
export interface Exception {
  readonly line: number
  readonly label: string
  readonly because: string
}

const unknownIds = ["12345678-1234-4234-9234-123456789012", "00000000-0000-4000-8000-000000000000"]

/** The keys of the recorded installation. */
const recordedKeys = {
  "this-publishable-client-key-is-for-local-development-only": "publishableClientKey",
  "this-secret-server-key-is-for-local-development-only": "secretServerKey",
  "this-super-secret-admin-key-is-for-local-development-only": "superSecretAdminKey"
} as const

/** Returns the recorded exchange of a scenario. */
export const exchangeOf = ({ label, line }: Scenario): Exchange => {
  const exchange = exchanges[line - 1]
  if (exchange === undefined) return assert.fail(`there is no line ${line}`)
  assert.strictEqual(label, exchange.label, `line ${line} is another exchange`)
  return exchange
}

/** Sends a recorded request after its set-up, in another tier if one is given. */
const sendRecorded = Effect.fnUntraced(function* ({ request }: Exchange, setup: Setup, tier?: Tier) {
  const { body, headers, method, path } = request
  return yield* send(method, pathOf(path, setup), {
    headers: { ...(yield* headersOf(headers, setup)), ...(tier !== undefined && keyOfTier(tier, setup)) },
    ...(body !== undefined && { body: JSON.stringify(bodyOf(body, setup)) })
  })
})

/** Sends a recorded request after its set-up. Returns the differences between the responses. */
export const replay = Effect.fnUntraced(function* (scenario: Scenario) {
  const exchange = exchangeOf(scenario)
  const setup = yield* scenario.given
  return compare(exchange, yield* sendRecorded(exchange, setup), setup)
})

/** Sends the request in another tier. */
export const replayAs = Effect.fnUntraced(function* (scenario: Scenario, tier: Tier) {
  return yield* sendRecorded(exchangeOf(scenario), yield* scenario.given, tier)
})

const keyOfTier = (tier: Tier, { project }: Setup) => {
  const { publishableClientKey, secretServerKey, superSecretAdminKey } = project === "internal" ? internalKeys : keys
  return {
    "x-stack-access-type": tier,
    "x-stack-publishable-client-key": publishableClientKey,
    "x-stack-secret-server-key": secretServerKey,
    "x-stack-super-secret-admin-key": superSecretAdminKey
  }
}

const pathOf = (recorded: string, { ids = [], query = {} }: Setup): string => {
  const waiting = [...ids]
  const path = recorded.replaceAll(uuids, (id) =>
    unknownIds.includes(id) ? id : (waiting.shift() ?? assert.fail(`nothing replaces the id ${id}`))
  )
  assert.isEmpty(waiting, "there are more ids than in the recorded request")
  const url = new URL(path, "http://service")
  for (const [name, value] of Object.entries(query)) {
    assert.isTrue(url.searchParams.has(name), `the recorded request has no parameter ${name}`)
    url.searchParams.set(name, value)
  }
  for (const [name, value] of url.searchParams) {
    if (value === "internal" && name === "client_id") url.searchParams.set(name, PROJECT_ID)
    if (isRecordedKey(value)) url.searchParams.set(name, keys[recordedKeys[value]])
  }
  return `${url.pathname}${url.search}`
}

const bodyOf = (recorded: unknown, { body = {} }: Setup): unknown => merge(withOwnProject(recorded), body)

/** Replaces recorded values. */
const merge = (recorded: unknown, ours: unknown): unknown => {
  if (!isJsonObject(recorded) || !isJsonObject(ours)) {
    assert.strictEqual(typeof ours, typeof recorded, "the value has another type than the recorded one")
    return ours
  }
  for (const name of Object.keys(ours)) assert.property(recorded, name, "the recorded body has no such field")
  return {
    ...recorded,
    ...Object.fromEntries(Object.entries(ours).map(([name, value]) => [name, merge(recorded[name], value)]))
  }
}

const withOwnProject = (recorded: unknown): unknown =>
  isJsonObject(recorded)
    ? Object.fromEntries(
        Object.entries(recorded).map(([name, value]) => {
          if (name === "client_id" && value === "internal") return [name, PROJECT_ID]
          return [name, typeof value === "string" && isRecordedKey(value) ? keys[recordedKeys[value]] : value]
        })
      )
    : recorded

const headersOf = Effect.fnUntraced(function* (recorded: Exchange["request"]["headers"], setup: Setup) {
  const ours: Record<string, string> = {}
  for (const [name, value] of Object.entries(recorded)) {
    ours[name] = setup.headers?.[name] ?? (yield* headerOf(name, value, setup))
  }
  return ours
})

/** Replaces a recorded header. Values that were wrong in the recording stay unchanged. */
const headerOf = Effect.fnUntraced(function* (name: string, value: string, { project, user }: Setup) {
  const ownKeys = project === "internal" ? internalKeys : keys
  const key = keyOfProject[name]
  if (isRecordedKey(value)) return ownKeys[recordedKeys[value]]
  if (key !== undefined && /^(?:pck|ssk|sak)_/.test(value)) return ownKeys[key]
  if (name === "x-stack-project-id") return project ?? PROJECT_ID
  if (name === "x-stack-refresh-token" && value.length === 45) return user?.refreshToken ?? value
  if (name === "x-stack-access-token" && isToken(value)) {
    return user?.accessToken ?? assert.fail("the recorded request has a user")
  }
  if (name === "x-stack-admin-access-token" && isToken(value)) return yield* ownerToken
  return value
})

const isToken = (value: string): boolean => value.startsWith("ey")

const isRecordedKey = (value: string): value is keyof typeof recordedKeys => value in recordedKeys

/** Keys that a recorded project has created. */
const keyOfProject: Readonly<Record<string, keyof typeof keys>> = {
  "x-stack-publishable-client-key": "publishableClientKey",
  "x-stack-secret-server-key": "secretServerKey",
  "x-stack-super-secret-admin-key": "superSecretAdminKey"
}

const compare = ({ response }: Exchange, actual: TestResponse, { own = [] }: Setup): ReadonlyArray<string> => {
  const recorded = response.headers
  // The body of a redirect is not compared, since browsers do not show it.
  const isRedirect = recorded["location"] !== undefined
  const isJson = recorded["content-type"]?.startsWith("application/json") === true
  const compared = [
    ["status", String(response.status), String(actual.status)],
    ["x-stack-known-error", recorded["x-stack-known-error"], actual.headers["x-stack-known-error"]],
    ...(isRedirect ? [] : [["content-type", recorded["content-type"], actual.headers["content-type"]]]),
    ["location", parametersOf(recorded["location"]), parametersOf(actual.headers["location"])],
    ["set-cookie", cookieOf(recorded["set-cookie"]), cookieOf(actual.headers["set-cookie"])]
  ]
  const seen = [
    ...compared.flatMap(([name, recorded = "nothing", ours = "nothing"]) =>
      ours === recorded ? [] : [`${name} is ${ours}, recorded as ${recorded}`]
    ),
    ...(isJson && !isRedirect
      ? differences(without(own, response.body), without(own, withoutExtensions(response.body, actual.json)))
      : [])
  ]
  return seen.length === 0 ? [] : [...seen, `the response was ${actual.text.slice(0, 1000)}`]
}

/** Returns the names of the query parameters. */
const parametersOf = (location: string | undefined): string | undefined =>
  location === undefined ? undefined : [...new URL(location).searchParams.keys()].sort().join(" ")

/** Returns the name and value of a cookie without its random part, and whether it is deleted. */
const cookieOf = (cookie: string | undefined): string | undefined => {
  if (cookie === undefined) return undefined
  const [, name = "", value = ""] = /^([^=]*)=([^;]*)/.exec(cookie) ?? []
  const isRemoved = /; Max-Age=0(?:;|$)|; Expires=Thu, 01 Jan 1970/.test(cookie)
  return `${name.replace(/[\w-]{43}$/, "*")}=${value}${isRemoved ? " (removed)" : ""}`
}

/** Fields that the recorded version does not have, see `data.md`, `codes.md` and `versions.md` in docs/wire. */
const extensions = [
  "extensions",
  "expires_at_millis",
  "team_display_name",
  "inviter_display_name",
  "recipient_email",
  "is_anonymous",
  "is_restricted",
  "restricted_reason",
  "restricted_by_admin",
  "restricted_by_admin_reason",
  "restricted_by_admin_private_details",
  "require_email_verification",
  "risk_scores",
  "country_code",
  "domains",
  "details",
  "allow_localhost",
  "allow_user_api_keys",
  "allow_team_api_keys",
  "user_default_permissions"
]

/** Removes extensions from a response, where the recorded response does not have the field. */
const withoutExtensions = (recorded: unknown, ours: unknown): unknown => {
  if (Array.isArray(ours)) {
    const known: ReadonlyArray<unknown> = Array.isArray(recorded) ? recorded : []
    return ours.map((element, index) => withoutExtensions(known[index] ?? known[0], element))
  }
  if (!isJsonObject(ours)) return ours
  const known = isJsonObject(recorded) ? recorded : {}
  return Object.fromEntries(
    Object.entries(ours)
      .filter(([name]) => name in known || !extensions.includes(name))
      .map(([name, value]) => [name, withoutExtensions(known[name], value)])
  )
}

/** Replaces the values of these fields by their types. */
const without = (names: ReadonlyArray<string>, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((element) => without(names, element))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, value]) => [name, names.includes(name) ? typeof value : without(names, value)])
  )
}
