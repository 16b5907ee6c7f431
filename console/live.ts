/** What the service says, asked again and again while somebody looks. */
import { useEffect, useState } from "react"
import { onChange, read, reasonOf, Unreachable } from "./service.ts"

export interface Live<A> {
  /** The last answer; undefined until there is one. It stays when the service goes. */
  readonly value: A | undefined
  /** Why the service refuses to answer. */
  readonly problem: string | null
  /** Nobody answers. */
  readonly gone: boolean
}

interface Kept<A> extends Live<A> {
  readonly path: string | null
}

const nothing = { value: undefined, problem: null, gone: false }

/** How soon a service that is gone is asked again, in milliseconds. */
const RETRY = 1000

/**
 * Follows a path of the control API. It rests while the page is hidden, and asks at once when the page has changed
 * something. `null`: nothing to follow.
 *
 * @param every in milliseconds
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
        const gone = failure instanceof Unreachable
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

  // What another path said is not shown for this one.
  return kept.path === path ? kept : nothing
}
