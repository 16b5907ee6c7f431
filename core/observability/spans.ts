/** The span of a call. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { ApiConfig } from "../config/api-config.ts"
import type { Trace } from "../http/tracing.ts"
import { describeError } from "./describe-error.ts"
import { isRefresh, onEachRetry, urlTemplate } from "./traced-call.ts"

/** The attributes of the service's URL, if there is a configuration. */
const server = Effect.map(Effect.serviceOption(ApiConfig), (config) => {
  if (Option.isNone(config)) return {}
  const { hostname, port, protocol } = new URL(config.value.baseUrl)
  return {
    "server.address": hostname,
    "server.port": Number(port) || (protocol === "https:" ? 443 : 80)
  }
})

const errorAttributes = (exit: Exit.Exit<unknown, unknown>): Record<string, unknown> => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return {}
  const { status, type } = describeError(Cause.squash(exit.cause))
  return { "error.type": type, ...(status !== undefined && { "http.response.status_code": status }) }
}

/** Runs a call within its span. A refresh has a second span, `keystile.refresh`, around that of its call. */
export const withSpan: Trace = (endpoint, call) => {
  const span = Effect.gen(function* () {
    yield* Effect.annotateCurrentSpan({
      "http.request.method": endpoint.method,
      "url.template": urlTemplate(endpoint),
      ...(yield* server)
    })
    let resent = 0
    return yield* onEachRetry(call, () => Effect.sync(() => void resent++)).pipe(
      Effect.onExit((exit) =>
        Effect.annotateCurrentSpan({
          ...errorAttributes(exit),
          ...(resent > 0 && { "http.request.resend_count": resent })
        })
      )
    )
  }).pipe(Effect.withSpan(endpoint.name, { kind: "client" }))
  return isRefresh(endpoint) ? Effect.withSpan(span, "keystile.refresh") : span
}
