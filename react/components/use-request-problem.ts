import { useMessages } from "../messages/messages.ts"
import { type RequestFailure, requestProblem, type RequestProblem } from "../messages/request-problem.ts"
import { useIsOnline } from "./use-is-online.ts"

/** Returns the text for a failed request; `null` without an error, and when an offline device is online again. */
export const useRequestProblem = (error: RequestFailure | null): RequestProblem | null => {
  const messages = useMessages()
  const isOnline = useIsOnline()
  if (error === null || (isOnline && error.reason._tag === "Offline")) return null
  return requestProblem(error, messages) ?? { text: messages.unknownErrorNotice }
}

/**
 * Returns the text for a failed request on a card of its own, which stays when an offline device is online again; `null`
 * if the failure has no text.
 */
export const useCardProblem = (error: RequestFailure | null): RequestProblem | null => {
  const messages = useMessages()
  const isOnline = useIsOnline()
  if (error === null) return null
  if (isOnline && error.reason._tag === "Offline") return { text: messages.connectionBroke }
  return requestProblem(error, messages)
}
