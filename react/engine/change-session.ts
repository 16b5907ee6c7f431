/** Changes the session and redirects. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { documentStays } from "../../core/navigation/document-stays.ts"
import { REDIRECT_WAIT } from "../../core/navigation/navigation.ts"
import { pause } from "../../core/lightweight/time-limit.ts"
import { Client } from "../../tiers/client.ts"
import { writeEmailDraft } from "../storage/email-draft.ts"
import type { Keystile } from "./keystile.ts"

/** The longest time that the browser may take to load the next page, in milliseconds. */
const LONGEST_LOAD = 30_000

/** The page to redirect to after a session change. */
export type Destination = "afterSignIn" | "afterSignUp" | "afterSignOut" | { readonly url: string }

interface Options {
  /** Continues after unmount. Default `false`. */
  readonly detached?: boolean
  /** Keeps the email draft: a page of sign-in follows. Default `false`. */
  readonly keepsEmail?: boolean
}

/**
 * Runs a session change, removes the email draft, then redirects to a page, which may depend on the result. Ends after
 * the time that the redirect may take.
 *
 * Until then, components keep the user they have: a sign-in form is not replaced by the card of signed-in users, and
 * a page for signed-in users does not redirect to sign-in during sign-out. A router's next page reads the new user.
 * If the browser loads the next page, they keep the user until the document is gone, also beyond the end of the effect:
 * a redirect by one of them would replace the navigation under way.
 * Interrupted on unmount, unless it is `detached`.
 */
export const changeSession = <A, E>(
  keystile: Keystile,
  change: Effect.Effect<A, E, Client>,
  page: Destination | ((result: A) => Destination),
  options?: Options
): Effect.Effect<void, E, Client> =>
  changeSessionOnBegin(
    keystile,
    (begin) =>
      Effect.suspend(() => {
        begin()
        return change
      }),
    page,
    options
  )

/**
 * Same as `changeSession`, for a change that needs input of the user: components keep their user from the call of
 * `begin` on.
 */
export const changeSessionOnBegin = <A, E>(
  { cache, changes }: Keystile,
  change: (begin: () => void) => Effect.Effect<A, E, Client>,
  page: Destination | ((result: A) => Destination),
  { detached = false, keepsEmail = false }: Options = {}
): Effect.Effect<void, E, Client> =>
  Effect.gen(function* () {
    const { navigation, projectId } = yield* Client
    let release = () => {}
    let end = () => {}
    const begin = () => {
      end = changes.begin()
      release = cache.hold()
    }
    const leaving = yield* Effect.forkDetach(
      Effect.gen(function* () {
        const result = yield* change(begin)
        if (!keepsEmail) writeEmailDraft(projectId, "")
        if (navigation.method !== "window") release()
        const to = typeof page === "function" ? page(result) : page
        yield* typeof to === "object"
          ? navigation.goToUrl(to.url)
          : navigation.goTo(to, { replace: to !== "afterSignOut" })
      })
    )
    // Scripts run until the next page responds.
    const changing =
      navigation.method === "window"
        ? yield* Effect.forkDetach(Effect.andThen(Fiber.join(leaving), documentStays(LONGEST_LOAD)))
        : leaving
    const endChange = () => {
      release()
      end()
    }
    yield* Fiber.join(leaving).pipe(
      Effect.andThen(navigation.method === "none" ? Effect.void : pause(REDIRECT_WAIT)),
      Effect.onExit((exit) => {
        const stops = !detached && Exit.isFailure(exit) && Cause.hasInterrupts(exit.cause)
        return Effect.map(stops ? Fiber.interrupt(leaving) : Effect.void, () => changing.addObserver(endChange))
      })
    )
  })
