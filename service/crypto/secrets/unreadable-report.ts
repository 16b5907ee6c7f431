import { Effect } from "effect"

/** The number of reported values that a process keeps. Others are not reported. */
const MAX_REPORTED = 10_000

/** Returns a function that logs that a value cannot be decrypted: once for each key in this process. */
export const makeUnreadableReport = () => {
  const reported = new Set<string>()
  return (key: string, message: string) =>
    Effect.suspend(() => {
      if (reported.has(key) || reported.size >= MAX_REPORTED) return Effect.void
      reported.add(key)
      return Effect.logError(message)
    })
}
