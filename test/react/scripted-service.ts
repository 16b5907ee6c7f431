/** A scripted service: responses, a request log, and requests that are held until released. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { TestClock } from "effect/testing"
import { Transport, TransportFailure, type TransportRequest } from "../../core/http/transport.ts"
import * as Client from "../../tiers/client.ts"
import type { RedirectMethod } from "../../core/navigation/navigate.ts"
import { userBody } from "../core/calling.ts"
import { projectBody } from "../core/call/request-fixture.ts"

export interface PartialResponse {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export type ServiceScript = Readonly<Record<string, (request: TransportRequest) => PartialResponse | "no connection">>

const token = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.x`
let tokens = 0

/** A session of the service. One that never expires works with any clock. */
export const session = ({ claims = {}, forever = false, userId = "u" } = {}) => ({
  access_token: token({ ...claims, ...(!forever && { exp: Date.now() / 1000 + 3600 }), sub: userId, n: ++tokens }),
  refresh_token: `refresh-${++tokens}`,
  user_id: userId
})

export const user = (fields: object = {}) =>
  userBody({ id: "u", primary_email: "noor@fernhill.example", display_name: null, ...fields })

export const project = (config: object = {}) => ({
  ...projectBody,
  display_name: "Fernhill",
  config: { ...projectBody.config, ...config }
})

export const knownError = (code: string, error: string, status = 400): PartialResponse => ({
  status,
  headers: { "x-stack-known-error": code },
  body: { code, error }
})

const standard: ServiceScript = {
  "GET /projects/current": () => ({ body: project() }),
  "GET /users/me": () => ({ body: user() }),
  "POST /auth/password/sign-in": () => ({ body: session() }),
  "POST /auth/password/sign-up": () => ({ body: session() }),
  "DELETE /auth/sessions/current": () => ({ body: { success: true } }),
  "GET /health": () => ({ body: { status: "ok" } })
}

/** A scripted service and a client runtime over it. */
export const scriptedService = (
  script: ServiceScript = {},
  options: {
    readonly signedIn?: boolean
    /** Further claims of the access token of the first session. */
    readonly claims?: object
    readonly redirectMethod?: RedirectMethod
    /** The clock only moves by `pass`. */
    readonly virtualTime?: boolean
  } = {}
) => {
  const responses: Record<string, ServiceScript[string] | undefined> = { ...standard, ...script }
  const log: Array<string> = []
  const waiting = new Map<string, Array<() => void>>()
  const held = new Set<string>()

  const send = (request: TransportRequest) =>
    Effect.callback<void>((resume) => {
      const name = nameOf(request)
      log.push(name)
      if (!held.has(name)) return resume(Effect.void)
      waiting.set(name, [...(waiting.get(name) ?? []), () => resume(Effect.void)])
      return Effect.sync(() => log.push(`aborted ${name}`))
    }).pipe(
      Effect.flatMap(() => {
        const response = responses[nameOf(request)]?.(request) ?? { status: 404, body: "" }
        return response === "no connection"
          ? Effect.fail(new TransportFailure({ description: "TypeError" }))
          : Effect.succeed({
              status: response.status ?? 200,
              header: (name: string) => response.headers?.[name],
              body: JSON.stringify(response.body ?? null)
            })
      })
    )

  const runtime = ManagedRuntime.make(
    Client.layerNoDeps({
      projectId: "p",
      publishableClientKey: "pck_x",
      baseUrl: "http://service.test",
      tokenStore: options.signedIn ? tokenPair(options.claims) : "memory",
      redirectMethod: options.redirectMethod
    }).pipe(
      Layer.provide(Layer.succeed(Transport, { send })),
      Layer.provideMerge(options.virtualTime === true ? TestClock.layer() : Layer.empty)
    )
  )

  return {
    runtime,
    log,
    count: (name: string) => log.filter((entry) => entry === name).length,
    respond: (name: string, response: ServiceScript[string]) => void (responses[name] = response),
    /** Holds all further requests of that name. */
    hold: (name: string) => void held.add(name),
    /** Releases held requests, and stops holding further ones. */
    release: (name: string) => {
      held.delete(name)
      waiting.get(name)?.forEach((go) => go())
      waiting.delete(name)
    },
    /** Advances the virtual clock. */
    pass: (time: Duration.Input) => runtime.runPromise(TestClock.adjust(time)),
    run: <A, E>(effect: Effect.Effect<A, E, Client.Client>) => runtime.runPromise(effect),
    signIn: () =>
      runtime.runPromise(
        Effect.flatMap(Client.Client, (client) => client.signInWithCredential({ email: "a@b.example", password: "x" }))
      ),
    signOut: () => runtime.runPromise(Effect.flatMap(Client.Client, ({ signOut }) => signOut))
  }
}

const nameOf = ({ method, url }: TransportRequest) => `${method} ${new URL(url).pathname.replace("/api/v1", "")}`

const tokenPair = (claims: object = {}) => {
  const { access_token, refresh_token } = session({ claims })
  return { accessToken: access_token, refreshToken: refresh_token }
}
