/** Tokens and reads of the tests of sessions and their refreshes. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Session from "../../../core/session/session.ts"
import { layerFixed } from "../../../core/session/token-store-memory.ts"
import type { Tokens } from "../../../core/session/tokens.ts"
import { isRefresh, jwt } from "../calling.ts"
import type { scripted } from "../scripted-transport.ts"

/** An access token issued at second `iat` that lasts ten minutes by default. */
export const tokenIssuedAt = (iat: number, life = 600, mark = "") => jwt({ iat, exp: iat + life, mark })

export const plain = ({ accessToken, refreshToken }: Tokens) => ({
  refreshToken: refreshToken && Redacted.value(refreshToken),
  accessToken: accessToken && Redacted.value(accessToken)
})
export const secretTokens = (refreshToken: string, accessToken: string): Tokens => ({
  refreshToken: Redacted.make(refreshToken),
  accessToken: Redacted.make(accessToken)
})

export const current = Effect.map(
  Session.Session.use((session) => session.tokens),
  plain
)
export const stored = Effect.map(
  Session.Session.use((session) => session.stored),
  plain
)
export const refreshes = (script: ReturnType<typeof scripted>) => script.requests.filter(isRefresh).length

/** A session over another store with the same refresh token and the same refresher. */
export const anotherStore = (tokens: Parameters<typeof layerFixed>[0]) =>
  Effect.map(
    Effect.scoped(Layer.build(Layer.fresh(Session.layer.pipe(Layer.provide(layerFixed(tokens)))))),
    (context) => Context.get(context, Session.Session)
  )
