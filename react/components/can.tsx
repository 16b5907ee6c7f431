/** What only those see who may. */
import type { ReactNode } from "react"
import { CannotGetOwnUserWithoutUser } from "../../core/errors/user.ts"
import type { TeamRef } from "../hooks/team-ref.ts"
import { useHasPermissionState } from "../hooks/use-permissions.ts"

export interface CanProps {
  /** The id of a permission, e.g. `$invite_members`. What contains it counts, too. */
  readonly permission: string
  readonly team: TeamRef
  readonly children?: ReactNode
  /** What others see. Default nothing. */
  readonly fallback?: ReactNode
  /** What shows until it is known, on a server too. Default nothing. */
  readonly pending?: ReactNode
}

/**
 * Shows its children to who has a permission in a team. It hides them, and no more: what is forbidden has to be refused
 * by the server. Does not suspend; throws `RequestError` to the error boundary. All of one team share one request.
 */
export const Can = ({ children, fallback = null, pending: waiting = null, permission, team }: CanProps) => {
  const { data, error, pending } = useHasPermissionState(team, permission)
  if (pending) return waiting
  if (error !== null && !(error instanceof CannotGetOwnUserWithoutUser)) throw error
  return data === true ? children : fallback
}
