/** Errors of OAuth providers. */
import { Data } from "effect"

/** The user denied the request at the provider. */
export class ProviderDenied extends Data.TaggedError("ProviderDenied")<{}> {}

/** The provider does not take the request, or this service does not take its answer. */
export class ProviderRefused extends Data.TaggedError("ProviderRefused")<{
  /** An OAuth error code (RFC 6749, sections 4.1.2.1 and 5.2), or `invalid_response`. */
  readonly error: string
}> {}

/** The provider is not there, or takes too long. */
export class ProviderUnreachable extends Data.TaggedError("ProviderUnreachable")<{}> {}

export type ProviderError = ProviderDenied | ProviderRefused | ProviderUnreachable

/** Error codes of a denied request. The first is the one of RFC 6749. */
const denials = new Set(["access_denied", "user_cancelled_authorize", "user_cancelled_login", "consent_required"])

/** The error behind a code that came from outside. */
export const providerError = (code: string): ProviderDenied | ProviderRefused =>
  denials.has(code)
    ? new ProviderDenied()
    : new ProviderRefused({ error: /^[\w.-]{1,60}$/.test(code) ? code : "invalid_response" })
