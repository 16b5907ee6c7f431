/** Polls the control API while the page is visible. */
import { useEffect, useState } from "react"
import { reasonOf } from "../components/reason-of.ts"
import { onChange, read, ServiceUnreachable } from "./control-api.ts"

export interface Live<A> {
  /** The last response. `undefined` before the first one. Kept while the service is unreachable. */
  readonly value: A | undefined
  /** Why the service rejected the request. */
  readonly problem: string | null
  /** True if the service is unreachable. */
  readonly isUnreachable: boolean
}

interface Kept<A> extends Live<A> {
  readonly path: string | null
}

const nothing = { value: undefined, problem: null, isUnreachable: false }

/** The interval while the service is unreachable, in milliseconds. */
const RETRY = 1000

/** The time after which a service that does not respond is unreachable, in milliseconds. */
const LIMIT = 10_000

/**
 * Polls a path of the control API. Pauses while the page is hidden, and polls at once after a change by this page.
 *
 * @param path `null` polls nothing
 * @param every the interval in milliseconds
 */
export const useLive = <A>(path: string | null, every = 2000): Live<A> => {
  const [kept, setKept] = useState<Kept<A>>({ ...nothing, path })

  useEffect(() => {
    if (path === null) return undefined
    let etag: string | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let current = new AbortController()

    const poll = async () => {
      clearTimeout(timer)
      current.abort()
      const own = new AbortController()
      current = own
      let wait = every
      let isLate = false
      const limit = setTimeout(() => {
        isLate = true
        own.abort()
      }, LIMIT)
      try {
        const result = await read<A>(path, etag, own.signal)
        if (current !== own) return
        if (result !== null) {
          etag = result.etag
          setKept({ path, value: result.value, problem: null, isUnreachable: false })
        } else {
          setKept((before) =>
            before.isUnreachable || before.problem !== null
              ? { ...before, problem: null, isUnreachable: false }
              : before
          )
        }
      } catch (failure) {
        if (current !== own) return
        const isUnreachable = isLate || failure instanceof ServiceUnreachable
        if (isUnreachable) wait = RETRY
        setKept((before) => ({
          ...(before.path === path ? before : nothing),
          path,
          isUnreachable,
          problem: isUnreachable ? null : reasonOf(failure)
        }))
      } finally {
        clearTimeout(limit)
      }
      if (!document.hidden) timer = setTimeout(() => void poll(), wait)
    }

    const onVisibility = () => {
      if (document.hidden) clearTimeout(timer)
      else void poll()
    }
    const unsubscribe = onChange(() => void poll())
    document.addEventListener("visibilitychange", onVisibility)
    void poll()
    return () => {
      clearTimeout(timer)
      current.abort()
      current = new AbortController()
      unsubscribe()
      document.removeEventListener("visibilitychange", onVisibility)
    }
  }, [path, every])

  // Never return the response of a previous path.
  return kept.path === path ? kept : nothing
}
