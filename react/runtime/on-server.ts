/** Differences of server rendering. */
import { useBrowserValue } from "./use-browser-value.ts"

/** Returns `true` during server rendering and hydration. */
export const useOnServer = (): boolean => useBrowserValue(() => false, true)

/**
 * Makes an error that leaves a component to the browser: the nearest `<Suspense>` shows its fallback. Next does not
 * report errors with this digest.
 */
export const notOnServer = (what: string): Error =>
  Object.assign(new Error(`${what}: on the server the nearest <Suspense> shows its fallback.`), {
    digest: "BAILOUT_TO_CLIENT_SIDE_RENDERING"
  })
