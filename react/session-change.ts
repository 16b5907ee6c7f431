/** A screen changes who is signed in and then leaves: what has to hold still until the next page is there. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { REDIRECT_WAIT } from "../core/navigation/navigation.ts"
import { Client } from "../tiers/client.ts"
import type { Keystile } from "./keystile.ts"

/** Where a change of the session leads. */
export type Destination = "afterSignIn" | "afterSignUp" | "afterSignOut" | { readonly url: string }

/**
 * Runs the change, then goes to the page, which may depend on what came of it, and ends when the page has had its time
 * to come.
 *
 * Components that read the user keep what they have until then: the form that signed somebody in is not replaced by a
 * card that says so, and a page for signed-in users does not send the user who signs out to sign-in. A router's next
 * page reads the new user. If the component goes away the change is aborted, unless it is `thorough`.
 */
export const changeSession = <A, E>(
  { cache, changes }: Keystile,
  change: Effect.Effect<A, E, Client>,
  destination: Destination | ((result: A) => Destination),
  { thorough = false }: { readonly thorough?: boolean } = {}
): Effect.Effect<void, E, Client> =>
  Effect.gen(function*() {
    const { navigation } = yield* Client
    const end = changes.begin()
    const release = cache.hold()
    const over = () => {
      release()
      end()
    }
    const leaving = yield* Effect.forkDetach(Effect.gen(function*() {
      const result = yield* change
      const page = typeof destination === "function" ? destination(result) : destination
      if (navigation.method !== "window") release()
      yield* typeof page === "object"
        ? navigation.goToUrl(page.url)
        : navigation.goTo(page, { replace: page !== "afterSignOut" })
    }))
    yield* Fiber.join(leaving).pipe(
      Effect.andThen(navigation.method === "none" ? Effect.void : Effect.sleep(REDIRECT_WAIT)),
      Effect.onInterrupt(() => thorough ? Effect.void : Fiber.interrupt(leaving)),
      Effect.ensuring(Effect.sync(() => void leaving.addObserver(over)))
    )
  })
