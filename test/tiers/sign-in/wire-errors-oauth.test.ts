// @vitest-environment happy-dom
/** Every known error of the exchange at the end of an OAuth flow is decoded as its class. */
import { afterEach, assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import * as OAuthApi from "../../../core/api/oauth/index.ts"
import { errorBody } from "../../../core/errors/known-error.ts"
import * as Client from "../../../tiers/client.ts"
import { cases } from "../../core/errors/catalogue.ts"
import { scripted, status } from "../../core/scripted-transport.ts"
import { arbitraryOf } from "../../../testing/arbitraries.ts"

const page = (globalThis as unknown as { readonly happyDOM: { readonly setURL: (url: string) => void } }).happyDOM
const state = "s".repeat(43)
const cookie = `stack-oauth-outer-${state}`

afterEach(() => {
  document.cookie = `${cookie}=; max-age=0; path=/`
})

const declared = cases.filter(({ entry }) => OAuthApi.exchange.errors.some(({ code }) => code === entry.code))

describe("the exchange", () => {
  for (const { entry, known } of declared) {
    it.effect.prop(
      `fails with ${entry.name}`,
      [arbitraryOf(known)],
      ([error]) =>
        Effect.gen(function* () {
          page.setURL(`http://localhost:3000/handler/oauth-callback?code=a-code&state=${state}`)
          document.cookie = `${cookie}=${"v".repeat(43)}; path=/`
          const body = yield* Schema.encodeEffect(errorBody(known))(error)
          const response = status(
            200,
            {
              "x-stack-actual-status": String(known.status),
              "x-stack-known-error": body.code
            },
            body
          )
          const failure = yield* Effect.flip(
            Client.Client.pipe(
              Effect.flatMap((client) => client.callOAuthCallback()),
              Effect.provide(
                Client.layerNoDeps({
                  projectId: "11111111-1111-4111-8111-111111111111",
                  publishableClientKey: "pck_test",
                  baseUrl: "https://api.keystile.test",
                  tokenStore: "memory"
                }).pipe(Layer.provide(scripted(() => response).layer))
              )
            )
          )
          assert.instanceOf(failure, known)
          assert.strictEqual(JSON.stringify(failure), JSON.stringify(error))
        }),
      { arbitrary: { runs: 3 } }
    )
  }
})
