/** Logs one line a request: id, method, route, status and duration. */
import { Effect } from "effect"
import { header } from "../../core/http/headers.ts"
import type { Observer } from "../http/observer.ts"
import { statusOf } from "./metrics.ts"

/** The id is on the other log lines of the request, too. */
export const logRequests: Observer = ({ id, method, route }, handled) =>
  Effect.suspend(() => {
    const startedAt = performance.now()
    return handled.pipe(
      Effect.tap((response) =>
        Effect.annotateLogs(Effect.logInfo("request"), {
          method: method.slice(0, 20),
          route: route ?? "unmatched",
          status: statusOf(response),
          ...(response.headers[header.knownError] !== undefined && { code: response.headers[header.knownError] }),
          durationMillis: Math.round((performance.now() - startedAt) * 100) / 100
        })
      ),
      Effect.annotateLogs({ requestId: id })
    )
  })
