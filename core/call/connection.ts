/** A connection to one project: what all its calls have in common, and the sessions that they run in. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { ApiConfig, type ApiConfigValues } from "../config.ts"
import { CallTrace } from "../http/tracing.ts"
import { Transport } from "../http/transport.ts"
import * as Session from "../session/session.ts"
import type { TokenStore } from "../session/token-store.ts"
import * as Refresh from "./refresh.ts"

export interface Connection {
  /** What every call needs besides a session. */
  readonly context: Context.Context<ApiConfig | Transport>
  /** The session of whoever's tokens are in a store. Sessions share their refreshes with all of the same configuration. */
  readonly sessionIn: (store: TokenStore["Service"]) => Session.Session["Service"]
}

/** Nothing is sent. Calls are traced as it is where the connection is made. */
export const makeConnection = (
  config: ApiConfigValues,
  transport: Transport["Service"]
): Effect.Effect<Connection> =>
  Effect.map(CallTrace, (trace) => {
    const context = Context.make(ApiConfig, config).pipe(
      Context.add(Transport, transport),
      Context.add(CallTrace, trace)
    )
    const refresher = Refresh.shared(context)
    return { context, sessionIn: (store) => Session.make(store, refresher) }
  })
