/** Polls the control API while the page is visible. */
import { useEffect, useState } from "react"
import { onChange, read, reasonOf, ServiceUnreachable } from "./control-api.ts"

export interface Live<A> {
  /** The last response. `undefined` before the first one. Kept while the service is unreachable. */
  readonly value: A | undefined
  /** Why the service rejected the request. */
  readonly problem: string | null
  /** The service is unreachable. */
  readonly gone: boolean
}

interface Kept<A> extends Live<A> {
  readonly path: string | null
}

const nothing = { value: undefined, problem: null, gone: false }

/** The interval while the service is unreachable, in milliseconds. */
const RETRY = 1000

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
    let asking = new AbortController()

    const look = async () => {
      clearTimeout(timer)
      asking.abort()
      const own = new AbortController()
      asking = own
      let wait = every
      try {
        const answer = await read<A>(path, etag, own.signal)
        if (own.signal.aborted) return
        if (answer !== null) {
          etag = answer.etag
          setKept({ path, value: answer.value, problem: null, gone: false })
        } else {
          setKept((before) =>
            before.gone || before.problem !== null ? { ...before, problem: null, gone: false } : before
          )
        }
      } catch (failure) {
        if (own.signal.aborted) return
        const gone = failure instanceof ServiceUnreachable
        if (gone) wait = RETRY
        setKept((before) => ({
          ...(before.path === path ? before : nothing),
          path,
          gone,
          problem: gone ? null : reasonOf(failure)
        }))
      }
      if (!document.hidden) timer = setTimeout(() => void look(), wait)
    }

    const onVisibility = () => {
      if (document.hidden) clearTimeout(timer)
      else void look()
    }
    const forget = onChange(() => void look())
    document.addEventListener("visibilitychange", onVisibility)
    void look()
    return () => {
      clearTimeout(timer)
      asking.abort()
      forget()
      document.removeEventListener("visibilitychange", onVisibility)
    }
  }, [path, every])

  // Never return the response of a previous path.
  return kept.path === path ? kept : nothing
}
