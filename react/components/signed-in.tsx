/** What only signed-in people see, and what only others do. */
import type { ReactNode } from "react"
import { useUserState } from "../hooks/use-user-state.ts"

export interface SignedInProps {
  readonly children?: ReactNode
  /** What shows until it is known who is signed in, on a server too. Default nothing. */
  readonly pending?: ReactNode
}

const useSignedIn = () => {
  const { data, error, pending } = useUserState()
  if (error !== null) throw error
  return pending ? undefined : data !== null
}

/**
 * Shows its children while somebody is signed in. It hides them, and no more: what is secret has to be kept from others by
 * the server. Does not suspend; throws `RequestError` to the error boundary.
 */
export const SignedIn = ({ children, pending = null }: SignedInProps) => {
  const signedIn = useSignedIn()
  return signedIn === undefined ? pending : signedIn && children
}

/** Shows its children while nobody is signed in. */
export const SignedOut = ({ children, pending = null }: SignedInProps) => {
  const signedIn = useSignedIn()
  return signedIn === undefined ? pending : !signedIn && children
}
