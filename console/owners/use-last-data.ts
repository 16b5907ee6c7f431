/** Keeps the last data of a read. */
import { useState } from "react"

/** Returns the state, or the last one with data while there is none: the session has ended, or the service is down. */
export const useLastData = <State extends { readonly data: unknown }>(state: State): State => {
  const [kept, keep] = useState(state)
  if (state.data !== undefined && kept !== state) keep(state)
  return state.data === undefined ? kept : state
}
