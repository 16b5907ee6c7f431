/** Content for users with a permission. */
import type { ReactNode } from "react"
import { queryError } from "../engine/query-error.ts"
import type { TeamRef } from "../hooks/team-ref.ts"
import { useHasPermissionIn } from "../hooks/use-permissions.ts"

/** Props of `<Can>`. */
export interface CanProps {
  /** Id of a permission, e.g. `$invite_members`. Permissions that contain it count. */
  readonly permission: string
  /** Default: none. The permission is then one of the project. */
  readonly team?: TeamRef | undefined
  /** Shown if the user has the permission. */
  readonly children?: ReactNode
  /** Shown to users without the permission. Default nothing. */
  readonly fallback?: ReactNode
  /** Shown until the permissions are read, also on a server. Default nothing. */
  readonly pending?: ReactNode
}

/**
 * Shows its children to users with a permission in a team, or in the project. It only hides them: the server has to
 * check the permission. Does not suspend. Throws `RequestError` to the error boundary. All checks of one team, and all
 * of the project, share one request.
 */
export const Can = ({ children, fallback = null, pending: waiting = null, permission, team }: CanProps) => {
  const { data, error, pending } = useHasPermissionIn(team, permission)
  if (pending) return waiting
  if (error !== null && error._tag !== "CannotGetOwnUserWithoutUser") throw queryError(error)
  return data === true ? children : fallback
}
