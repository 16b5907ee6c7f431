/** Provides the calls of a tier with its configuration, its network and a session. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { ApiConfig } from "../core/config/api-config.ts"
import { CallTrace } from "../core/http/tracing.ts"
import { Transport } from "../core/http/transport.ts"
import { makeReadDeduplication } from "../core/call/deduplicate-reads.ts"
import * as Session from "../core/session/session.ts"
import { sessionKey } from "../core/session/tokens.ts"
import type { CallContext, CallDependencies } from "./calls/call-dependencies.ts"

type Binding = Pick<CallDependencies, "bind" | "share">

/** Makes a function that binds calls to a session. All of its sessions share the concurrent reads. */
export const makeBinding: Effect.Effect<
  (session: Session.Session["Service"]) => Binding,
  never,
  ApiConfig | Transport
> = Effect.gen(function* () {
  const connected = Context.make(ApiConfig, yield* ApiConfig).pipe(
    Context.add(Transport, yield* Transport),
    Context.add(CallTrace, yield* CallTrace)
  )
  const reads = makeReadDeduplication()
  return (session) => {
    // `SecretKeys` exists as a type only. Whether the configuration has them, the tier has checked.
    const context = Context.add(connected, Session.Session, session) as Context.Context<CallContext>
    return {
      bind: (effect) => Effect.ensuring(Effect.provideContext(effect, context), reads.afterWrite),
      share: (name, effect) =>
        Effect.flatMap(session.stored, (tokens) =>
          reads.read(`${name} ${sessionKey(tokens)}`, Effect.provideContext(effect, context))
        )
    }
  }
})
