/**
 * Diagnoses a call without a response: the device is offline, the service is unreachable, or only this call failed.
 */
import * as Effect from "effect/Effect"
import type { ApiConfigValues } from "../config/api-config.ts"
import { NoConnection, Offline, RequestError } from "../errors/request-error.ts"
import type { Transport } from "../http/transport.ts"
import { within } from "../lightweight/time-limit.ts"

/** The diagnostics of a failure before the health check. `diagnose` replaces them before the call fails. */
export const notDiagnosed = { online: null, health: "unreachable" } as const

/** The time limit of the health check, in milliseconds. */
const DIAGNOSTICS_TIMEOUT = 3000

/** An error whose cause `diagnose` can narrow down. */
export type NoConnectionError = RequestError & { readonly reason: NoConnection }

/** Fails with the error, completed by the platform's online state and the result of the service's health check. */
export const diagnose = (
  error: NoConnectionError,
  config: ApiConfigValues,
  transport: Transport["Service"],
  isOnline: () => boolean | null
): Effect.Effect<never, RequestError> =>
  within(
    transport.send({
      method: "GET",
      url: `${config.baseUrl}/health`,
      headers: {},
      body: undefined,
      maxResponseBytes: config.maxResponseBytes
    }),
    DIAGNOSTICS_TIMEOUT,
    () => Effect.fail("unreachable")
  ).pipe(
    Effect.as("reachable" as const),
    Effect.orElseSucceed(() => "unreachable" as const),
    Effect.flatMap((health) => {
      const { description } = error.reason
      const reason =
        isOnline() === false
          ? new Offline()
          : new NoConnection({ description, diagnostics: { online: isOnline(), health } })
      return Effect.fail(new RequestError({ endpoint: error.endpoint, reason }))
    })
  )
