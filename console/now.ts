/** The service's time, to tell how long ago something was. */
import { useEffect, useState } from "react"
import type { Overview } from "./answers.ts"

/** How often spans are counted anew, in milliseconds. */
const TICK = 10_000

/** In epoch milliseconds. The service runs on this machine, so its clock is this one, and its lead. */
export const useNow = (overview: Overview | undefined): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK)
    return () => clearInterval(timer)
  }, [])
  return now + (overview?.leadMillis ?? 0)
}
