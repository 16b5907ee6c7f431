/** Serves an `HttpApi` in the test's own fiber, so that its clock is the test's. */
import { Effect, type Layer } from "effect"
import * as Context from "effect/Context"
import { HttpEffect, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"

/** Returns a function that sends a GET request to the routes, and resolves with the response. */
export const serveApi = <E, R>(routes: Layer.Layer<never, E, R>) =>
  Effect.gen(function* () {
    const app = yield* HttpRouter.toHttpEffect(routes)
    return Effect.fnUntraced(function* (path: string, headers: Readonly<Record<string, string>> = {}) {
      let response = HttpServerResponse.empty({ status: 500 })
      const request = HttpServerRequest.fromWeb(new Request(`http://app.test${path}`, { headers }))
      yield* HttpEffect.toHandled(app, (_, sent) => Effect.sync(() => void (response = sent))).pipe(
        Effect.provideService(HttpServerRequest.HttpServerRequest, request),
        Effect.exit
      )
      const web = HttpServerResponse.toWeb(response, { context: Context.empty() })
      const text = yield* Effect.promise(() => web.text())
      return { status: web.status, headers: web.headers, json: text === "" ? null : (JSON.parse(text) as unknown) }
    })
  })
