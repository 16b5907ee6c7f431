/**
 * The sign-in methods besides the password, the same in every tier. Their code is loaded on demand.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { RequestError } from "../../core/errors/request-error.ts"
import { takeCallbackUrl } from "../../core/navigation/callback-url.ts"
import { signInRules } from "./cache-rules.ts"
import { onDemandCalls } from "./on-demand-calls.ts"
import { onDemand } from "./on-demand.ts"
import type { OAuthCallbackError, OAuthCallbackResult, OAuthPageError } from "./oauth-callback.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import type { SignInMethods } from "./sign-in-methods.ts"

export interface OAuthCallbackCalls {
  /**
   * Completes an OAuth flow on the page `oauthCallback`: exchanges the authorization code in the URL for a session.
   * Then redirects to the URL of the application if it is trusted, else to the return URL, `afterSignUp` or
   * `afterSignIn`, unless `noRedirect` is set. The parameters are removed from the URL at once. A URL without an
   * authorization response for this browser is a result, without a request. Concurrent calls share one run, e.g. of a
   * component that mounts twice.
   *
   * @param options The navigation afterwards.
   */
  readonly callOAuthCallback: (options?: {
    /** Stays on the page. Default `false`. */
    readonly noRedirect?: boolean | undefined
  }) => Effect.Effect<OAuthCallbackResult, OAuthCallbackError>
  /** The error that the service put into the URL of the page `error`; `null` if there is none. */
  readonly readErrorPage: Effect.Effect<OAuthPageError | RequestError | null, RequestError>
}

/** The sign-in methods of every tier. */
export interface SignInCalls extends SignInMethods, OAuthCallbackCalls {}

export const signInCalls = (dependencies: CallDependencies): SignInCalls => {
  let running: Fiber.Fiber<OAuthCallbackResult, OAuthCallbackError> | undefined
  return {
    ...onDemandCalls(signInRules, onDemand, ({ signInMethods }) => signInMethods(dependencies)),
    callOAuthCallback: (options) =>
      Effect.suspend(() => {
        // At once, so that no other code of the page reads the authorization code from the URL.
        const taken = takeCallbackUrl()
        if (taken === null) {
          return running === undefined ? Effect.flatMap(onDemand, ({ noCallback }) => noCallback) : Fiber.join(running)
        }
        // The request uses the code up. A component that unmounts meanwhile does not lose the session.
        return Effect.contextWith((context: Context.Context<never>) => {
          const finished = Effect.flatMap(onDemand, ({ finishOAuth }) => finishOAuth(dependencies, taken, options))
          const fiber = (running = Effect.runForkWith(context)(finished))
          fiber.addObserver(() => {
            if (running === fiber) running = undefined
          })
          return Fiber.join(fiber)
        })
      }),
    readErrorPage: Effect.flatMap(onDemand, ({ readErrorPage }) =>
      Effect.map(dependencies.navigation.current, readErrorPage)
    )
  }
}
