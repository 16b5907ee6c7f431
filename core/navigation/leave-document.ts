/** Leaves the document for a page of another origin. */
import * as Effect from "effect/Effect"
import { documentStays } from "./document-stays.ts"

/** The longest time that the other page may take to load, in milliseconds. */
const LONGEST_LOAD = 10_000

/** Loads a URL by the browser, also where a router changes pages. Succeeds if the document stays. */
export const leaveDocument = (url: string): Effect.Effect<void> =>
  Effect.andThen(
    Effect.sync(() => globalThis.location.assign(url)),
    documentStays(LONGEST_LOAD)
  )
