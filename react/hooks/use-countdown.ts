/** Seconds until a moment. */
import { useEffect, useState } from "react"

const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))

/** The whole seconds that are left, down to 0. */
export const useCountdown = (until: number): number => {
  const [left, setLeft] = useState(() => secondsUntil(until))
  useEffect(() => {
    const tick = () => setLeft(secondsUntil(until))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [until])
  return left
}
