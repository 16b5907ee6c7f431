import { useState } from "react"
import { useMessages } from "../messages/messages.ts"
import { type RequestFailure, requestProblem, type RequestProblem } from "../messages/request-problem.ts"
import { useIsOnline } from "../runtime/use-is-online.ts"

/**
 * Returns whether the device was offline when the request failed, and is online again. Code that could not be loaded
 * counts as well: it is loaded by the next use.
 */
const useWasOffline = (error: RequestFailure | null): boolean => {
  const isOnline = useIsOnline()
  const [failedOffline, setFailedOffline] = useState<RequestFailure | null>(null)
  if (!isOnline && error !== failedOffline) setFailedOffline(error)
  return isOnline && error !== null && (error.reason._tag === "Offline" || error === failedOffline)
}

/** Returns the text for a failed request; `null` without an error, and when an offline device is online again. */
export const useRequestProblem = (error: RequestFailure | null): RequestProblem | null => {
  const messages = useMessages()
  const wasOffline = useWasOffline(error)
  if (error === null || wasOffline) return null
  return requestProblem(error, messages) ?? { text: messages.unknownErrorNotice }
}

/**
 * Returns the text for a failed request on a card of its own, which stays when an offline device is online again;
 * `null`
 * if the failure has no text.
 */
export const useCardProblem = (error: RequestFailure | null): RequestProblem | null => {
  const messages = useMessages()
  const wasOffline = useWasOffline(error)
  if (error === null) return null
  return wasOffline ? { text: messages.connectionBroke } : requestProblem(error, messages)
}
