/** What was known last, for pages that must not lose what is typed into them. */
import { useState } from "react"
import type { ReadState } from "../runtime/use-query-state.ts"

export interface Latest<A, E> {
  /** The latest answer, also while another one is on its way or could not be had. */
  readonly data: A | undefined
  /** Why there is none. */
  readonly error: E | null
  readonly refresh: () => Promise<void>
}

/** A session that ends in another tab takes all answers along; here they stay until there are new ones. */
export const useLatest = <A, E>({ data, error, refresh }: ReadState<A, E>): Latest<A, E> => {
  const [kept, setKept] = useState(data)
  if (data !== undefined && data !== kept) setKept(data)
  const latest = data ?? kept
  return { data: latest, error: latest === undefined ? error : null, refresh }
}
