/** Whether an owner of the project is signed in as the user. */
import { useEffect, useState } from "react"
import type { Impersonation } from "../engine/watch-impersonation.ts"
import { useOpenedIfLoaded } from "../runtime/keystile-context.ts"

export type { Impersonation }

/**
 * Returns the owner who is signed in as the user, and `null` for the user's own session and until it is known. The
 * provider shows a banner in such a session by itself. For what only the user in person may do, also check the claim
 * `act` of the access token on the server.
 */
export const useImpersonation = (): Impersonation | null => {
  const opened = useOpenedIfLoaded()
  const [impersonation, setImpersonation] = useState<Impersonation | null>(null)
  useEffect(() => {
    if (opened === null) return undefined
    return opened.engine.watchImpersonation(opened.keystile, (next) =>
      setImpersonation((last) => (last?.ownerId === next?.ownerId && last?.userId === next?.userId ? last : next))
    )
  }, [opened])
  return impersonation
}
