/** Formats and counts down the time until a moment. */
import { useEffect, useState } from "react"
import { useLanguage } from "../messages/messages.ts"

/** From this number of seconds on, minutes are shown. */
const MINUTES_FROM = 90

const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))

/** Formats a time in a language: `45 seconds`, or `10 minutes` from 91 seconds on. Rounds up. */
export const timeInWords = (seconds: number, language: string): string => {
  const [count, unit] = seconds > MINUTES_FROM ? [Math.ceil(seconds / 60), "minute"] : [seconds, "second"]
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count)
}

/** Returns the time left, which counts down; `null` when it is over. `until` is in epoch milliseconds. */
export const useTimeLeft = (until: number): string | null => {
  const { tag } = useLanguage()
  const [left, setLeft] = useState(() => secondsUntil(until))
  useEffect(() => {
    const tick = () => setLeft(secondsUntil(until))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [until])
  return left === 0 ? null : timeInWords(left, tag)
}
