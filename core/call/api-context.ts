/** The services of a configuration that all its sessions share. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { ApiConfig, type ApiConfigValues } from "../config/api-config.ts"
import { CallTrace } from "../http/tracing.ts"
import { Transport } from "../http/transport.ts"
import { Refresher } from "../session/refresher.ts"
import * as ServiceRefresher from "./service-refresher.ts"

/**
 * Builds the services of a configuration over a transport. Sends nothing. Calls are traced as where this effect runs.
 */
export const makeApiContext = (
  config: ApiConfigValues,
  transport: Transport["Service"]
): Effect.Effect<Context.Context<ApiConfig | Transport | Refresher>> =>
  Effect.map(CallTrace, (trace) => {
    const context = Context.make(ApiConfig, config).pipe(
      Context.add(Transport, transport),
      Context.add(CallTrace, trace)
    )
    return Context.add(context, Refresher, ServiceRefresher.getShared(context))
  })
