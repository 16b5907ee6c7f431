/** Known error about a callback URL or redirect URL of a request. */
import { knownError } from "./known-error.ts"

/** The callback URL or the redirect URL is not on a trusted domain of the project. */
export class RedirectUrlNotWhitelisted extends knownError("RedirectUrlNotWhitelisted", {
  status: 400,
  message:
    "This redirect URL is on none of the project's trusted domains. " +
    "Add its domain to the trusted domains in the project's settings."
}) {}
