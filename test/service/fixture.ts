/** A service with one project, and raw requests to it. */
import { Effect, Layer, Option, Schema } from "effect"
import { BodyTooLarge, type ServiceRequest } from "../../service/request/service-request.ts"
import { layerTest } from "../../service/development.ts"
import { Service } from "../../service/service.ts"
import type { ServiceOptions } from "../../service/service-options.ts"
import type { SeedInput } from "../../service/development/seed/seed.ts"
import { readSession } from "./responses.ts"

export const PROJECT_ID = "11111111-1111-4111-8111-111111111111"
export const OTHER_PROJECT_ID = "22222222-2222-4222-8222-222222222222"
export const USER_ID = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa"

export const keys = {
  publishableClientKey: "pck_of_the_project",
  secretServerKey: "ssk_of_the_project",
  superSecretAdminKey: "sak_of_the_project"
}
export const otherKeys = {
  publishableClientKey: "pck_of_another_project",
  secretServerKey: "ssk_of_another_project",
  superSecretAdminKey: "sak_of_another_project"
}

export const ada = { email: "ada@example.com", password: "correct horse" }

/** An image of one pixel. */
export const GIF = "data:image/gif;base64,R0lGODlhAQABAAAAACw="

/** The extensions of the wire that a project of this service lists. */
export const extensions = [
  "audit_log",
  "email_previews",
  "impersonation",
  "mail_languages",
  "multiple_passkeys",
  "outgoing_mails",
  "recovery_codes",
  "sign_in_metrics",
  "team_members",
  "user_filters",
  "webhooks"
]

type Project = SeedInput["projects"][number]

export const seedWith = (project: Partial<Project> = {}): SeedInput => ({
  projects: [
    { id: PROJECT_ID, displayName: "Test", keys, users: [{ id: USER_ID, ...ada }], ...project },
    { id: OTHER_PROJECT_ID, displayName: "Other", keys: otherKeys, users: [ada] }
  ]
})

/** The service of most tests: two projects, Ada in both. */
export const service = (project: Partial<Project> = {}, options: ServiceOptions = {}) =>
  Layer.orDie(layerTest({ seed: seedWith(project), ...options }))

export type Headers = Readonly<Record<string, string>>

export interface TestRequest {
  readonly headers?: Headers
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent unchanged. */
  readonly body?: string | Uint8Array
  /** The remote address. Default: the loopback address. */
  readonly address?: string | undefined
  /** Runs after the caller was authenticated, before the body arrives. */
  readonly beforeBody?: Effect.Effect<unknown>
}

export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Undefined if the body is not JSON. */
  readonly json: unknown
  /** The code of the known error, if header and body agree. */
  readonly code: string | undefined
  readonly error: string
  readonly details: unknown
}

const ErrorBody = Schema.Struct({
  code: Schema.String,
  error: Schema.String,
  details: Schema.optionalKey(Schema.Unknown)
})
const readError = Schema.decodeUnknownOption(ErrorBody)

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends a request without the SDK. */
export const send = Effect.fnUntraced(function* (method: string, target: string, sent: TestRequest = {}) {
  const { handle } = yield* Service
  const body = sent.json === undefined ? sent.body : JSON.stringify(sent.json)
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : (body ?? new Uint8Array())
  const request: ServiceRequest = {
    method,
    target,
    headers: {
      host: "localhost:8102",
      ...(sent.json !== undefined && { "content-type": "application/json" }),
      ...sent.headers
    },
    address: "address" in sent ? sent.address : "127.0.0.1",
    body: (limit) =>
      Effect.andThen(
        sent.beforeBody ?? Effect.void,
        bytes.length > limit ? new BodyTooLarge({ limit }) : Effect.succeed(bytes)
      )
  }
  const { body: text, headers, status } = yield* handle(request)
  const json = parse(text)
  const { code, details, error } = {
    details: undefined,
    ...Option.getOrElse(readError(json), () => ({ code: "", error: "" }))
  }
  return {
    status,
    headers,
    text,
    json,
    code: code !== "" && headers["x-stack-known-error"] === code ? code : undefined,
    error,
    details
  } satisfies TestResponse
})

export const project: Headers = { "x-stack-project-id": PROJECT_ID }

export const asClient: Headers = {
  ...project,
  "x-stack-access-type": "client",
  "x-stack-publishable-client-key": keys.publishableClientKey
}
export const asServer: Headers = {
  ...project,
  "x-stack-access-type": "server",
  "x-stack-secret-server-key": keys.secretServerKey
}
export const asAdmin: Headers = {
  ...project,
  "x-stack-access-type": "admin",
  "x-stack-super-secret-admin-key": keys.superSecretAdminKey
}

const other = { "x-stack-project-id": OTHER_PROJECT_ID }
export const asOtherServer: Headers = {
  ...other,
  "x-stack-access-type": "server",
  "x-stack-secret-server-key": otherKeys.secretServerKey
}
export const asOtherAdmin: Headers = {
  ...other,
  "x-stack-access-type": "admin",
  "x-stack-super-secret-admin-key": otherKeys.superSecretAdminKey
}
export const asOtherClient: Headers = {
  ...other,
  "x-stack-access-type": "client",
  "x-stack-publishable-client-key": otherKeys.publishableClientKey
}

export const signIn = Effect.fnUntraced(function* (credential: object = ada, headers: Headers = asClient) {
  const response = yield* send("POST", "/api/v1/auth/password/sign-in", { headers, json: credential })
  return yield* readSession(response.json)
})

export const signUp = (email: string, password = "correct horse", headers: Headers = asClient) =>
  send("POST", "/api/v1/auth/password/sign-up", {
    headers,
    json: { email, password, verification_callback_url: "http://localhost:3000/verify" }
  })

export const refresh = (refreshToken: string, fields: Readonly<Record<string, string>> = {}) =>
  send("POST", "/api/v1/auth/oauth/token", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "refresh_token",
      client_id: PROJECT_ID,
      client_secret: keys.publishableClientKey,
      refresh_token: refreshToken,
      ...fields
    }).toString()
  })

/** The headers of a signed-in user. */
export const withToken = (accessToken: string, tier: Headers = asClient): Headers => ({
  ...tier,
  "x-stack-access-token": accessToken
})

export const me = (headers: Headers) => send("GET", "/api/v1/users/me", { headers })

export const updateMe = (headers: Headers, json: unknown) => send("PATCH", "/api/v1/users/me", { headers, json })
