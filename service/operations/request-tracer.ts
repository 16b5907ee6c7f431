/** Makes each request a span, a child of the caller's span (W3C Trace Context). */
import { Effect, Option, References } from "effect"
import * as Headers from "effect/http/Headers"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import type { Observer } from "../http/observer.ts"
import { statusOf } from "./metrics.ts"

/** Names and attributes are those of OpenTelemetry's conventions for HTTP servers. */
export const traceRequests: Observer = ({ id, method, route, traceparent }, handled) =>
  Effect.withFiber((fiber) => {
    if (!fiber.getRef(References.TracerEnabled)) return handled
    return Effect.useSpan(
      `${method.slice(0, 20)} ${route ?? "unmatched"}`,
      {
        kind: "server",
        parent: Option.getOrUndefined(parentOf(traceparent)),
        attributes: {
          "http.request.method": method.slice(0, 20),
          ...(route !== null && { "http.route": route }),
          "keystile.request_id": id
        }
      },
      (span) =>
        handled.pipe(
          Effect.tap((response) => Effect.sync(() => span.attribute("http.response.status_code", statusOf(response)))),
          Effect.withParentSpan(span)
        )
    )
  })

const parentOf = (traceparent: string | undefined) =>
  traceparent === undefined ? Option.none() : HttpTraceContext.w3c(Headers.fromRecordUnsafe({ traceparent }))
