/** Keeps what a list shows while its next page is loaded. */
import { useState } from "react"

/** Returns the state, and while it is pending the last one with data. */
export const useKeptPage = <State extends { readonly pending: boolean; readonly data: unknown }>(
  state: State
): State => {
  const [kept, keep] = useState(state)
  if (!state.pending && kept !== state) keep(state)
  return state.pending && kept.data !== undefined ? kept : state
}
