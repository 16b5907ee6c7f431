/** Requests of sign-ins on a command line. */
import { Effect, Schema } from "effect"
import { asClient, type Headers, send } from "../fixture.ts"

const Started = Schema.Struct({
  polling_code: Schema.String,
  login_code: Schema.String,
  expires_at: Schema.String
})

export const startWith = (json: object = {}, headers: Headers = asClient, address?: string) =>
  send("POST", "/api/v1/auth/cli", { headers, json, ...(address !== undefined && { address }) })

/** Starts a sign-in, and returns its codes. */
export const start = (json?: object, headers?: Headers) =>
  Effect.flatMap(startWith(json, headers), (response) =>
    Effect.orDie(Schema.decodeUnknownEffect(Started, { onExcessProperty: "error" })(response.json))
  )

export const poll = (polling_code: string, headers: Headers = asClient) =>
  send("POST", "/api/v1/auth/cli/poll", { headers, json: { polling_code } })

export const complete = (json: object, headers: Headers = asClient) =>
  send("POST", "/api/v1/auth/cli/complete", { headers, json })

export const approve = (login_code: string, refresh_token: string, headers?: Headers) =>
  complete({ login_code, refresh_token }, headers)

export const check = (login_code: string, headers?: Headers) => complete({ login_code, mode: "check" }, headers)

export const claim = (login_code: string) => complete({ login_code, mode: "claim-anon-session" })

export const deny = (login_code: string, headers: Headers = asClient) =>
  send("POST", "/api/v1/auth/cli/deny", { headers, json: { login_code } })

const readToken = Schema.decodeUnknownSync(
  Schema.Struct({ status: Schema.Literal("success"), refresh_token: Schema.String })
)

/** Polls an approved sign-in. Returns the refresh token. */
export const receive = (pollingCode: string, headers?: Headers) =>
  Effect.map(poll(pollingCode, headers), ({ json }) => readToken(json).refresh_token)
