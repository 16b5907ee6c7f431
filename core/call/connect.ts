/** Provides plain calls of endpoints with a session, without a tier. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { makeApiContext } from "./api-context.ts"
import type { ApiConfig } from "../config/api-config.ts"
import type { ConfigurationError } from "../config/configuration-error.ts"
import type { ConfigOptions } from "../config/options.ts"
import { readConfig } from "../config/read-config.ts"
import { publicEnvironment } from "../environment/public-environment.ts"
import * as FetchTransport from "../http/transport-fetch.ts"
import type { Transport } from "../http/transport.ts"
import { lazyModule } from "../loading/lazy-module.ts"
import { Refresher } from "../session/refresher.ts"
import * as Session from "../session/session.ts"
import type { TokenStore } from "../session/token-store.ts"

// Loaded with the first common error. If they cannot be loaded, the call fails with `UnknownErrorCode`.
const commonErrors = lazyModule("common errors", () => import("../errors/client-errors.ts")).pipe(
  Effect.map(({ clientErrors }) => clientErrors),
  Effect.orElseSucceed(() => [])
)

/**
 * Returns the context of `call`: a project over `fetch`, with the session in a token store: `cookieStore`,
 * `memoryStore`, or the program's own. Options take precedence over environment variables. Sends nothing. Run it once.
 *
 * Bundles hold only the endpoints that are called. The program itself stores the tokens of a sign-in (`session.start`)
 * and removes them (`session.end`).
 *
 * @example
 * import { call, connect, cookieStore, PasswordApi, Session, UsersApi } from "keystile"
 *
 * const program = Effect.gen(function*() {
 *   const session = yield* Session
 *   yield* session.start(yield* call(PasswordApi.signIn, { body: { email, password: Redacted.make(password) } }))
 *   return yield* call(UsersApi.getMe)
 * })
 * Effect.flatMap(connect({ projectId, publishableClientKey }, cookieStore), (context) =>
 *   Effect.provideContext(program, context))
 */
export const connect = <E>(
  options: ConfigOptions,
  store: Effect.Effect<TokenStore["Service"], E, ApiConfig>
): Effect.Effect<Context.Context<ApiConfig | Session.Session | Transport>, ConfigurationError | E> =>
  Effect.gen(function* () {
    const config = yield* readConfig("client", options, publicEnvironment(), commonErrors)
    const context = yield* makeApiContext(config, yield* FetchTransport.make)
    const tokens = yield* Effect.provideContext(store, context)
    return Context.add(context, Session.Session, Session.make(tokens, Context.get(context, Refresher)))
  })
