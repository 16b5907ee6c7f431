/** A screen changes who is signed in and then leaves: what has to hold still until the next page is there. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { REDIRECT_WAIT } from "../../core/navigation/navigation.ts"
import { pause } from "../../core/lightweight/time-limit.ts"
import { Client } from "../../tiers/client.ts"
import type { Keystile } from "./keystile.ts"

/** Where a change of the session leads. */
export type Destination = "afterSignIn" | "afterSignUp" | "afterSignOut" | { readonly url: string }

interface Options {
  /** It goes on if the component goes away. Default `false`. */
  readonly detached?: boolean
}

/**
 * Runs the change, then goes to the page, which may depend on what came of it, and ends when the page has had its time
 * to come.
 *
 * Components that read the user keep what they have until then: the form that signed somebody in is not replaced by a
 * card that says so, and a page for signed-in users does not send the user who signs out to sign-in. A router's next
 * page reads the new user. If the component goes away the change is aborted, unless it is `detached`.
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

/** The same for a change that may wait for long before it begins: everything holds still from `begin` on. */
export const changeSessionOnBegin = <A, E>(
  { cache, changes }: Keystile,
  change: (begin: () => void) => Effect.Effect<A, E, Client>,
  page: Destination | ((result: A) => Destination),
  { detached = false }: Options = {}
): Effect.Effect<void, E, Client> =>
  Effect.gen(function* () {
    const { navigation } = yield* Client
    let release = () => {}
    let end = () => {}
    const begin = () => {
      end = changes.begin()
      release = cache.hold()
    }
    const leaving = yield* Effect.forkDetach(
      Effect.gen(function* () {
        const result = yield* change(begin)
        if (navigation.method !== "window") release()
        const to = typeof page === "function" ? page(result) : page
        yield* typeof to === "object"
          ? navigation.goToUrl(to.url)
          : navigation.goTo(to, { replace: to !== "afterSignOut" })
      })
    )
    const over = () => {
      release()
      end()
    }
    yield* Fiber.join(leaving).pipe(
      Effect.andThen(navigation.method === "none" ? Effect.void : pause(REDIRECT_WAIT)),
      Effect.onExit((exit) => {
        const stops = !detached && Exit.isFailure(exit) && Cause.hasInterrupts(exit.cause)
        return Effect.map(stops ? Fiber.interrupt(leaving) : Effect.void, () => leaving.addObserver(over))
      })
    )
  })
