/**
 * A scenario: which state of the service makes a recorded request meaningful, and what stands in it now instead of the
 * recorded ids, tokens and codes. The rest of the request is sent as it was recorded.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Running } from "../../../service/service.ts"
import { type Answered, keys, PROJECT_ID, send } from "../fixture.ts"
import { type Exchange, exchanges, uuids } from "./exchanges.ts"
import type { Person } from "./people.ts"
import { internalKeys, ownerToken } from "./project.ts"
import { differences } from "./shape.ts"

export interface Stage {
  /** Whose tokens the request carries. */
  readonly user?: Person
  /** For the ids of the path and its query, in their order. Ids that nobody has stay as they are. */
  readonly ids?: ReadonlyArray<string>
  /** For fields of the body, of the same form as the recorded ones. */
  readonly body?: Readonly<Record<string, unknown>>
  /** For parameters of the query. */
  readonly query?: Readonly<Record<string, string>>
  /** For headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** The project which the request is for, if not the usual one. */
  readonly project?: "internal"
}

export interface Scenario {
  readonly line: number
  readonly label: string
  readonly given: Effect.Effect<Stage, unknown, Running>
}

/** The scenario of the exchange in this line; its label says what it is about. */
export const at = (line: number, label: string, given: Scenario["given"] = Effect.succeed({})): Scenario =>
  ({ line, label, given })

/** An exchange that is not replayed, and why. */
export interface Exception {
  readonly line: number
  readonly label: string
  readonly because: string
}

const nobodys = ["12345678-1234-4234-9234-123456789012", "00000000-0000-4000-8000-000000000000"]

/** The keys of the installation that was recorded. */
const recordedKeys = {
  "this-publishable-client-key-is-for-local-development-only": "publishableClientKey",
  "this-secret-server-key-is-for-local-development-only": "secretServerKey",
  "this-super-secret-admin-key-is-for-local-development-only": "superSecretAdminKey"
} as const

/** Sends a recorded request into a set-up, and gives what differs between the answers. */
export const replay = Effect.fnUntraced(function*({ given, label, line }: Scenario) {
  const exchange = exchanges[line - 1]
  assert.isDefined(exchange)
  if (exchange === undefined) return []
  assert.strictEqual(label, exchange.label, `line ${line} is another exchange`)
  const stage = yield* given
  const { body, headers, method, path } = exchange.request
  const answer = yield* send(method, pathOf(path, stage), {
    headers: yield* headersOf(headers, stage),
    ...body !== undefined && { body: JSON.stringify(bodyOf(body, stage)) }
  })
  return compare(exchange, answer)
})

const pathOf = (recorded: string, { ids = [], query = {} }: Stage): string => {
  const waiting = [...ids]
  const url = new URL(recorded, "http://service")
  for (const [name, value] of url.searchParams) {
    if (value === "internal" && name === "client_id") url.searchParams.set(name, PROJECT_ID)
    if (isRecordedKey(value)) url.searchParams.set(name, keys[recordedKeys[value]])
  }
  for (const [name, value] of Object.entries(query)) {
    assert.isTrue(url.searchParams.has(name), `the recorded request has no parameter ${name}`)
    url.searchParams.set(name, value)
  }
  const target = `${url.pathname}${url.search}`.replaceAll(uuids, (id) =>
    nobodys.includes(id) ? id : waiting.shift() ?? assert.fail(`nothing stands for the id ${id}`)
  )
  assert.isEmpty(waiting, "there are more ids than the recorded request has")
  return target
}

const bodyOf = (recorded: unknown, { body = {} }: Stage): unknown => {
  if (typeof recorded !== "object" || recorded === null) return recorded
  const values: Readonly<Record<string, unknown>> = { ...recorded }
  for (const [name, value] of Object.entries(body)) {
    assert.deepStrictEqual(differences(values[name], value, name), [], "the body has to keep its form")
  }
  const ours = Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (name === "client_id" && value === "internal") return [name, PROJECT_ID]
      return [name, typeof value === "string" && isRecordedKey(value) ? keys[recordedKeys[value]] : value]
    })
  )
  return { ...ours, ...body }
}

const headersOf = Effect.fnUntraced(function*(recorded: Exchange["request"]["headers"], stage: Stage) {
  const ownKeys = stage.project === "internal" ? internalKeys : keys
  const ours: Record<string, string> = {}
  for (const [name, value] of Object.entries(recorded)) {
    if (stage.headers?.[name] !== undefined) ours[name] = stage.headers[name]
    else if (name === "x-stack-project-id") ours[name] = stage.project ?? PROJECT_ID
    else if (isRecordedKey(value)) ours[name] = ownKeys[recordedKeys[value]]
    else if (keyOfProject[name] !== undefined && /^(?:pck|ssk|sak)_/.test(value)) ours[name] = ownKeys[keyOfProject[name]]
    else if (name === "x-stack-access-token" && value.startsWith("ey")) {
      assert.isDefined(stage.user, "the recorded request has a user")
      ours[name] = stage.user?.accessToken ?? ""
    } else if (name === "x-stack-refresh-token") ours[name] = value.length === 45 ? stage.user?.refreshToken ?? value : value
    else if (name === "x-stack-admin-access-token" && value.startsWith("ey")) ours[name] = yield* ownerToken
    else ours[name] = value
  }
  return ours
})

const isRecordedKey = (value: string): value is keyof typeof recordedKeys => value in recordedKeys

/** Keys which a recorded project made for itself. */
const keyOfProject: Readonly<Record<string, keyof typeof keys>> = {
  "x-stack-publishable-client-key": "publishableClientKey",
  "x-stack-secret-server-key": "secretServerKey",
  "x-stack-super-secret-admin-key": "superSecretAdminKey"
}

const compare = ({ response }: Exchange, answer: Answered): ReadonlyArray<string> => {
  const recorded = response.headers
  const isJson = recorded["content-type"]?.startsWith("application/json") === true
  const seen = [
    ...answer.status === response.status ? [] : [`the status is ${answer.status}, recorded as ${response.status}`],
    ...["x-stack-known-error", "content-type"].flatMap((name) =>
      answer.headers[name] === recorded[name]
        ? []
        : [`${name} is ${answer.headers[name] ?? "missing"}, recorded as ${recorded[name] ?? "missing"}`]
    ),
    ...isJson ? differences(response.body, answer.json) : []
  ]
  return seen.length === 0 ? [] : [...seen, `the answer was ${answer.text.slice(0, 1000)}`]
}
