/** Runs an async function at most once at a time, with its state for the page: busy, and the last problem. */
import { useState } from "react"
import { reasonOf } from "./reason-of.ts"

export interface Submission<Arguments extends ReadonlyArray<unknown>> {
  readonly run: (...given: Arguments) => Promise<void>
  readonly busy: boolean
  readonly problem: string | null
}

export const useSubmit = <Arguments extends ReadonlyArray<unknown>>(
  work: (...given: Arguments) => Promise<void>
): Submission<Arguments> => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  return {
    busy,
    problem,
    run: async (...given) => {
      if (busy) return
      setBusy(true)
      setProblem(null)
      try {
        await work(...given)
      } catch (failure) {
        setProblem(reasonOf(failure))
      } finally {
        setBusy(false)
      }
    }
  }
}
