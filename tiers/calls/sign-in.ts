/**
 * The other ways to sign in than with a password, and what belongs to them; the same in every tier.
 * Their code is loaded when one of them is first made.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { RequestError } from "../../core/errors/request-error.ts"
import { takeCallbackAddress } from "../../core/navigation/callback-address.ts"
import { signInRules } from "./cache-rules.ts"
import { onDemandCalls } from "./on-demand-calls.ts"
import { onDemand } from "./on-demand.ts"
import type { OAuthCallbackError, OAuthCallbackResult, OAuthPageError } from "./oauth-callback.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import type { SignInMethods } from "./sign-in-methods.ts"

export interface OAuthCallbackCalls {
  /**
   * Finishes a flow with a provider, on the page `oauthCallback`: trades the code in its address for a session, and goes
   * on to where the application wanted, if that can be trusted, else to the way back, `afterSignUp` or `afterSignIn`
   * (unless told not to). The address is cleared at once. What is no answer to this browser sends nothing, and is a
   * result. Whoever calls while one runs joins it, so a component that mounts twice finishes once.
   */
  readonly callOAuthCallback: (options?: {
    readonly noRedirect?: boolean | undefined
  }) => Effect.Effect<OAuthCallbackResult, OAuthCallbackError>
  /** The error that the service put into the address of the page `error`; `null` if there is none. */
  readonly readErrorPage: Effect.Effect<OAuthPageError | RequestError | null, RequestError>
}

/** The ways to sign in that every tier has. */
export interface SignInCalls extends SignInMethods, OAuthCallbackCalls {}

export const signInCalls = (dependencies: CallDependencies): SignInCalls => {
  let running: Fiber.Fiber<OAuthCallbackResult, OAuthCallbackError> | undefined
  return {
    ...onDemandCalls(signInRules, onDemand, ({ signInMethods }) => signInMethods(dependencies)),
    callOAuthCallback: (options) =>
      Effect.suspend(() => {
        // Not later: nothing that this page loads may find the code in its address.
        const taken = takeCallbackAddress()
        if (taken === null) {
          return running === undefined
            ? Effect.flatMap(onDemand, ({ nothingToDo }) => nothingToDo)
            : Fiber.join(running)
        }
        // The code is used up whoever waits for it: a component that goes away does not lose the session.
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
