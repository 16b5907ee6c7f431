/** The service's time, for relative times. */
import { useEffect, useState } from "react"
import type { Overview } from "../control/responses.ts"

/** The interval at which relative times are updated, in milliseconds. */
const TICK = 10_000

/**
 * Returns the service's time in epoch milliseconds. The service runs on this machine, so its clock is this clock plus
 * `leadMillis`.
 */
export const useNow = (overview: Overview | undefined): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK)
    return () => clearInterval(timer)
  }, [])
  return now + (overview?.leadMillis ?? 0)
}
