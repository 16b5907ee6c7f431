/** Errors of OAuth providers. */
import { Data } from "effect"
import { providerName } from "../../../look/providers.ts"
import { textError } from "../../response/raw-response.ts"
import type { ProviderClient } from "./provider-client.ts"

/** The user denied the request at the provider. */
export class ProviderDenied extends Data.TaggedError("ProviderDenied")<{}> {}

/** The provider rejected the request, or its response is invalid. */
export class ProviderRefused extends Data.TaggedError("ProviderRefused")<{
  /** An OAuth error code (RFC 6749, sections 4.1.2.1 and 5.2), or `invalid_response`. */
  readonly error: string
}> {}

/** The provider cannot be reached, or did not respond in time. */
export class ProviderUnreachable extends Data.TaggedError("ProviderUnreachable")<{}> {}

export type ProviderError = ProviderDenied | ProviderRefused | ProviderUnreachable

/** Error codes of a denied request. The first is the one of RFC 6749. */
const denials = new Set(["access_denied", "user_cancelled_authorize", "user_cancelled_login", "consent_required"])

/** Returns the error for an OAuth error code of a provider. */
export const providerError = (code: string): ProviderDenied | ProviderRefused =>
  denials.has(code)
    ? new ProviderDenied()
    : new ProviderRefused({ error: /^[\w.-]{1,60}$/.test(code) ? code : "invalid_response" })

/** Returns the response for `ProviderUnreachable`. */
export const providerUnreachable = ({ provider }: ProviderClient) =>
  textError(502, `${providerName(provider.id)} cannot be reached now. Please try again later.`)
