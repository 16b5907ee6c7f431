/** Formats and counts down the time until a moment. */
import { useEffect, useState } from "react"
import { useLanguage } from "../messages/messages.ts"

/** The units, from the longest, each with its length in seconds and the number of seconds above which it is shown. */
const units = [
  { unit: "day", length: 86_400, above: 129_600 },
  { unit: "hour", length: 3600, above: 5400 },
  { unit: "minute", length: 60, above: 90 }
] as const

/** Returns the whole seconds until a moment, rounded up; 0 after it. */
export const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))

/** Formats a time in a language: `45 seconds`, `10 minutes` from 91 seconds on, `7 days`. Rounds up. */
export const timeInWords = (seconds: number, language: string): string => {
  const { length, unit } = units.find(({ above }) => seconds > above) ?? { unit: "second", length: 1 }
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(
    Math.ceil(seconds / length)
  )
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
