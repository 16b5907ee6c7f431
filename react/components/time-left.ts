/** The time until a moment, as the screens say it. */
import { useEffect, useState } from "react"
import { useLanguage } from "../messages/messages.ts"

/** From here on it is told in minutes, in seconds. */
const MINUTES_FROM = 90

const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))

/** A time in the words of a language: `45 seconds`, and `10 minutes` for one of more than 90 seconds, never too short. */
export const timeInWords = (seconds: number, language: string): string => {
  const [count, unit] = seconds > MINUTES_FROM ? [Math.ceil(seconds / 60), "minute"] : [seconds, "second"]
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count)
}

/** The time that is left, which counts down; `null` when it is over. */
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
