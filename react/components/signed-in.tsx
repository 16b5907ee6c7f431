/** Content for signed-in or signed-out users. */
import type { ReactNode } from "react"
import { queryError } from "../engine/query-error.ts"
import { useUserState } from "../hooks/use-user-state.ts"

/** Props of `<SignedIn>`. */
export interface SignedInProps {
  /** Shown in this state of the session. */
  readonly children?: ReactNode
  /** Shown until the session is read, also on a server. Default nothing. */
  readonly pending?: ReactNode
}

const useSignedIn = () => {
  const { data, error, pending } = useUserState()
  if (error !== null) throw queryError(error)
  return pending ? undefined : data !== null
}

/**
 * Shows its children to signed-in users. It only hides them: the server has to protect secrets. Does not suspend.
 * Throws `RequestError` to the error boundary.
 */
export const SignedIn = ({ children, pending = null }: SignedInProps) => {
  const signedIn = useSignedIn()
  return signedIn === undefined ? pending : signedIn && children
}

/** Shows its children to signed-out users. */
export const SignedOut = ({ children, pending = null }: SignedInProps) => {
  const signedIn = useSignedIn()
  return signedIn === undefined ? pending : !signedIn && children
}
