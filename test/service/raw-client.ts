/** Calls a service over HTTP without the SDK. */
import { Effect, Schema } from "effect"
import { readId, readSession, type SessionBody } from "./responses.ts"
import { asClient } from "./fixture.ts"

const readMail = Schema.decodeUnknownEffect(
  Schema.Struct({ mail: Schema.Struct({ codes: Schema.Array(Schema.String) }) })
)

export interface RawClientResponse {
  /** 0 if there was no response. */
  readonly status: number
  readonly json: unknown
}

/** Every request has the additional headers. */
export const makeRawClient = (url: string, additional: Readonly<Record<string, string>> = {}) => {
  /** Sends a body as JSON, or as a form. */
  const send = (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = asClient
  ): Effect.Effect<RawClientResponse> =>
    Effect.promise(async (signal) => {
      try {
        const isJson = body !== undefined && !(body instanceof URLSearchParams)
        const response = await fetch(`${url}${path}`, {
          method,
          signal,
          headers: { ...additional, ...headers, ...(isJson && { "content-type": "application/json" }) },
          ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body })
        })
        const text = await response.text()
        return { status: response.status, json: text.startsWith("{") ? JSON.parse(text) : text }
      } catch {
        return { status: 0, json: null }
      }
    })

  const trySignUp = (email: string, password: string) =>
    send("POST", "/api/v1/auth/password/sign-up", {
      email,
      password,
      verification_callback_url: "http://localhost:3000/verify"
    })

  const readMe = (accessToken: string) =>
    send("GET", "/api/v1/users/me", undefined, { ...asClient, "x-stack-access-token": accessToken })

  return {
    send,
    trySignUp,
    readMe,
    signUp: (email: string, password: string) =>
      Effect.flatMap(trySignUp(email, password), ({ json }) => readSession(json)),
    signIn: (email: string, password: string) => send("POST", "/api/v1/auth/password/sign-in", { email, password }),
    me: (accessToken: string) => Effect.flatMap(readMe(accessToken), ({ json }) => readId(json)),
    refresh: (refreshToken: string) =>
      send("POST", "/api/v1/auth/sessions/current/refresh", {}, { ...asClient, "x-stack-refresh-token": refreshToken }),
    signOut: ({ access_token, refresh_token }: SessionBody) =>
      send(
        "DELETE",
        "/api/v1/auth/sessions/current",
        {},
        {
          ...asClient,
          "x-stack-access-token": access_token,
          "x-stack-refresh-token": refresh_token
        }
      ),
    sendCode: (email: string) =>
      send("POST", "/api/v1/auth/otp/send-sign-in-code", { email, callback_url: "http://localhost:3000/callback" }),
    useCode: (code: string) => send("POST", "/api/v1/auth/otp/sign-in", { code }),
    nextMail: (to: string) =>
      Effect.flatMap(
        send("POST", "/_keystile/mailbox/next", { to, timeout_millis: 10_000 }, { "x-keystile-control": "1" }),
        ({ json }) => Effect.map(Effect.orDie(readMail(json)), ({ mail }) => mail)
      )
  }
}
export type RawClient = ReturnType<typeof makeRawClient>
