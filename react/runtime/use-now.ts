/** The time as state of a component. */
import { useEffect, useState } from "react"

/** Returns the time in epoch milliseconds, updated at the interval, in milliseconds. */
export const useNow = (interval: number): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval)
    return () => clearInterval(timer)
  }, [interval])
  return now
}
