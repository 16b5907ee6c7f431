/** Redirects to sign-in. */
import { useEffect } from "react"
import type { LoadedKeystile } from "../runtime/provider-context.ts"

/**
 * Redirects to sign-in while `isNeeded`, until unmount. It decides anew whenever the user or a session change requires
 * it: `redirectToSignIn` does not redirect during a session change.
 */
export const useSignInRedirect = (opened: LoadedKeystile | null, isNeeded: boolean): void =>
  useEffect(() => {
    if (opened === null || !isNeeded) return undefined
    let isMounted = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const redirect = async () => {
      await opened.keystile.redirectToSignIn()
      // In a later task: React renders the new user in a microtask, and then no redirect is needed.
      if (isMounted) timer = setTimeout(() => void redirect(), 0)
    }
    void redirect()
    return () => {
      isMounted = false
      clearTimeout(timer)
    }
  }, [isNeeded, opened])
