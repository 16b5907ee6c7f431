/** The reasons to reject an access token, and the failure to fetch its keys. */
import * as Data from "effect/Data"

/**
 * - `malformed`: no JWT, or one without the claims of an access token.
 * - `algorithm`: signed by another algorithm than the service uses, or by none.
 * - `header`: a header parameter that could change how the token is read (`jwk`, `jku`, `x5u`, `x5c`, `crit`, `b64`,
 *   …), or a `typ` of another kind of token.
 * - `unknown-key`: the project has no such key.
 * - `signature`: the key does not verify the signature.
 * - `issuer`, `audience`: issued by another service, or for another project.
 * - `expired`, `not-yet-valid`: outside of its lifetime, beyond the clock skew.
 */
export type RejectionReason =
  | "malformed"
  | "algorithm"
  | "header"
  | "unknown-key"
  | "signature"
  | "issuer"
  | "audience"
  | "expired"
  | "not-yet-valid"

const texts: Readonly<Record<RejectionReason, string>> = {
  malformed: "The access token is malformed.",
  algorithm: "The access token is signed by an algorithm that is not allowed.",
  header: "The access token's header has a parameter that is not allowed.",
  "unknown-key": "The access token is signed with a key that the project does not have.",
  signature: "The access token's signature is wrong.",
  issuer: "The access token is not from this service.",
  audience: "The access token is for another project.",
  expired: "The access token has expired.",
  "not-yet-valid": "The access token is not valid yet."
}

/** The access token is invalid. The error contains nothing of it. */
export class AccessTokenRejected extends Data.TaggedError("AccessTokenRejected")<{ readonly reason: RejectionReason }> {
  override get message(): string {
    return texts[this.reason]
  }
}

/** The project's keys could not be fetched, so the token could not be verified. Try again later. */
export class KeysUnavailable extends Data.TaggedError("KeysUnavailable")<{
  /** The error of the last fetch, e.g. `ECONNREFUSED` or `status 503`. */
  readonly description: string
}> {
  override get message(): string {
    return `The keys that access tokens are checked with cannot be fetched (${this.description}).`
  }
}
