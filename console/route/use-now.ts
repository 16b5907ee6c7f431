/** The service's time, for relative times. */
import { useEffect, useState } from "react"

/** The interval at which relative times are updated, in milliseconds. */
const TICK = 10_000

/**
 * Returns the service's time in epoch milliseconds.
 *
 * @param leadMillis how far the clock of a service in development was moved forward
 */
export const useNow = (leadMillis = 0): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK)
    return () => clearInterval(timer)
  }, [])
  return now + leadMillis
}
