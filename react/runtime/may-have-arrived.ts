/** Calls without a response, which may have had their effect. */
import type { RequestError } from "../../core/errors/request-error.ts"

/** Returns `true` if the service may have done what it was asked for, although the call failed. */
export const mayHaveArrived = ({ reason }: RequestError): boolean =>
  ["NoConnection", "TimedOut", "UnexpectedStatus", "UnexpectedBody", "BrokenProtocol", "ResponseTooLarge"].includes(
    reason._tag
  )
