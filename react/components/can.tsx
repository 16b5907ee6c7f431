/** Content for users with a permission. */
import type { ReactNode } from "react"
import type { TeamRef } from "../hooks/team-ref.ts"
import { useHasPermissionState } from "../hooks/use-permissions.ts"

export interface CanProps {
  /** Id of a permission, e.g. `$invite_members`. Permissions that contain it count. */
  readonly permission: string
  readonly team: TeamRef
  readonly children?: ReactNode
  /** Shown to users without the permission. Default nothing. */
  readonly fallback?: ReactNode
  /** Shown until the permissions are read, also on a server. Default nothing. */
  readonly pending?: ReactNode
}

/**
 * Shows its children to users with a permission in a team. It only hides them: the server has to check the
 * permission. Does not suspend. Throws `RequestError` to the error boundary. All checks of one team share one
 * request.
 */
export const Can = ({ children, fallback = null, pending: waiting = null, permission, team }: CanProps) => {
  const { data, error, pending } = useHasPermissionState(team, permission)
  if (pending) return waiting
  if (error !== null && error._tag !== "CannotGetOwnUserWithoutUser") throw error
  return data === true ? children : fallback
}
