/** Keeps the content of a component while its data is read again. */
import { useDeferredValue } from "react"

/**
 * Returns the earlier state until a new one of the same subject and cache has its result. Another state is returned at
 * once, with which the component suspends: the data of one team or project is never shown as that of another.
 */
export const useDeferredState = <State>(cache: object, subject: string, state: State): State => {
  const deferredCache = useDeferredValue(cache)
  const deferredSubject = useDeferredValue(subject)
  const deferred = useDeferredValue(state)
  return deferredCache === cache && deferredSubject === subject ? deferred : state
}
