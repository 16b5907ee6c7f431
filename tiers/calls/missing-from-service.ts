import { RequestError } from "../../core/errors/request-error.ts"

/** Returns whether a call failed because the service does not have it, so that nothing was changed. */
export const isMissingFromService = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.reason._tag === "NotAvailable" && error.reason.cause === "server"
