/** What is different while a server renders. */
import { useSyncExternalStore } from "react"

const never = () => () => {}

/** Whether a server renders, or a browser takes over what a server rendered. */
export const useOnServer = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true
  )

/**
 * An error that leaves a part of the page to the browser: the nearest `<Suspense>` shows its fallback. Next knows the
 * digest, and does not report what is no fault.
 */
export const notOnServer = (what: string): Error =>
  Object.assign(new Error(`${what}: on the server the nearest <Suspense> shows its fallback.`), {
    digest: "BAILOUT_TO_CLIENT_SIDE_RENDERING"
  })
