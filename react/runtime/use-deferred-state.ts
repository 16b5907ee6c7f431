/** Keeps the content of a component while its data is read again. */
import { useDeferredValue } from "react"

/**
 * Returns the earlier state until a new one of the same subject has its result. The state of another subject is returned
 * at once, with which the component suspends: the data of one team is never shown as that of another.
 */
export const useDeferredState = <State>(subject: string, state: State): State => {
  const deferredSubject = useDeferredValue(subject)
  const deferred = useDeferredValue(state)
  return deferredSubject === subject ? deferred : state
}
