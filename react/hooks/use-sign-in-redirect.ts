/** Redirects to sign-in. */
import { useEffect } from "react"
import type { Opened } from "../runtime/provided.ts"

/**
 * Redirects to sign-in while `isNeeded`, until unmount. It decides anew whenever the user or a session change requires
 * it: `redirectToSignIn` does not redirect during a session change.
 */
export const useSignInRedirect = (opened: Opened | null, isNeeded: boolean): void =>
  useEffect(() => {
    if (opened === null || !isNeeded) return undefined
    let isMounted = true
    const redirect = async () => {
      await opened.keystile.redirectToSignIn()
      if (isMounted) void redirect()
    }
    void redirect()
    return () => {
      isMounted = false
    }
  }, [isNeeded, opened])
