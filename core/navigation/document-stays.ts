/** Detects a navigation that did not leave the document. */
import * as Effect from "effect/Effect"
import { within } from "../lightweight/time-limit.ts"

/**
 * Succeeds when the document is still shown although the browser was loading another page: it was restored from the
 * back/forward cache, only the fragment of its URL has changed, or the other page has not responded within a number of
 * milliseconds, for example because the user stopped loading.
 */
export const documentStays = (millis: number): Effect.Effect<void> =>
  within(
    Effect.callback<void>((resume) => {
      const stays = () => resume(Effect.void)
      const onPageShow = ({ persisted }: PageTransitionEvent) => {
        if (persisted) stays()
      }
      addEventListener("pageshow", onPageShow)
      addEventListener("hashchange", stays)
      return Effect.sync(() => {
        removeEventListener("pageshow", onPageShow)
        removeEventListener("hashchange", stays)
      })
    }),
    millis,
    () => Effect.void
  )
