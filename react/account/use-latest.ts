/** Keeps the last data of a read, so that forms on it are not unmounted. */
import { useState } from "react"
import type { ReadState } from "../runtime/use-query-state.ts"

export interface LatestRead<A, E> {
  /** The last data. It stays while a new read is pending or has failed. */
  readonly data: A | undefined
  /** Why there is no data. */
  readonly error: E | null
  readonly refresh: () => Promise<void>
}

/** Returns the last data of a read. A session that ends in another tab clears all reads. */
export const useLatest = <A, E>({ data, error, refresh }: ReadState<A, E>): LatestRead<A, E> => {
  const [kept, setKept] = useState(data)
  if (data !== undefined && data !== kept) setKept(data)
  const latest = data ?? kept
  return { data: latest, error: latest === undefined ? error : null, refresh }
}
