/** The rules for an access token's header and claims (RFC 8725, section 3). Pure functions. */
import * as Brand from "effect/Brand"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { API_PREFIX } from "../../core/http/path.ts"
import { tokenKinds } from "../../core/session/token-kinds.ts"
import type { RejectionReason } from "./rejected.ts"

/** The signature algorithms of the service. The header of a token never adds one. */
export const ALGORITHMS = ["ES256"]

/** The issuer of version 2.7 of the wire, of self-hosted services too. */
const ISSUER = "https://access-token.jwt-signature.stack-auth.com"

/** The kinds of tokens since Stack Auth 2.8. */
const kinds = [
  { ...tokenKinds.normal, isAnonymous: false, isRestricted: false },
  { ...tokenKinds.restricted, isAnonymous: false, isRestricted: true },
  { ...tokenKinds.anonymous, isAnonymous: true, isRestricted: true }
] as const

interface Claims {
  readonly userId: string
  readonly projectId: string
  /** Has not signed up. Only with the option `includeAnonymous`. */
  readonly isAnonymous: boolean
  /** May not use the application yet, as every anonymous user. Only with one of the options. */
  readonly isRestricted: boolean
  readonly issuedAt: Date
  readonly expiresAt: Date
}

/** The claims of a verified access token. Only the verifier makes them; decoding alone returns another type. */
export type AccessTokenClaims = Claims & Brand.Brand<"keystile/AccessTokenClaims">

const markVerified = Brand.nominal<AccessTokenClaims>()

// With these parameters a token could choose its own key, or how it is read.
const refusedParameters = ["crit", "b64", "jwk", "jku", "x5u", "x5c", "x5t", "x5t#S256", "zip"]

/** The maximum length of a key id. Those of the service have 12 characters. */
const MAX_KEY_ID_LENGTH = 256

type Header = Readonly<Record<string, unknown>>

/** Checks the header of a token. Returns the id of its key. */
export const checkHeader = (header: Header): { readonly kid: string } | { readonly refused: RejectionReason } => {
  const { alg, kid, typ } = header
  if (typeof alg !== "string" || !ALGORITHMS.includes(alg)) return { refused: "algorithm" }
  if (refusedParameters.some((name) => Object.hasOwn(header, name))) return { refused: "header" }
  if (typ !== undefined && (typeof typ !== "string" || typ.toUpperCase() !== "JWT")) return { refused: "header" }
  return typeof kid === "string" && kid !== "" && kid.length <= MAX_KEY_ID_LENGTH ? { kid } : { refused: "malformed" }
}

// Seconds that a `Date` can hold (ECMA-262, section 21.4.1.1).
const Seconds = Schema.Finite.check(Schema.makeFilter((seconds) => Math.abs(seconds) <= 8.64e12))

const decodeClaims = Schema.decodeUnknownOption(
  Schema.Struct({
    iss: Schema.String,
    sub: Schema.NonEmptyString,
    aud: Schema.String,
    iat: Seconds,
    exp: Seconds,
    nbf: Schema.optionalKey(Seconds)
  })
)

/** The kinds of users whose tokens are accepted besides those of ordinary ones. */
export interface AcceptedUsers {
  readonly includeRestricted: boolean
  /** Includes restricted users. */
  readonly includeAnonymous: boolean
}

export interface Expectations extends AcceptedUsers {
  readonly projectId: string
  /** Epoch milliseconds. */
  readonly now: number
  readonly clockSkewMillis: number
}

/** Checks the payload of a token with a valid signature. */
export const checkClaims = (
  payload: unknown,
  { clockSkewMillis, includeAnonymous, includeRestricted, now, projectId }: Expectations
): { readonly claims: AccessTokenClaims } | { readonly refused: RejectionReason } => {
  const decoded = decodeClaims(payload)
  if (Option.isNone(decoded)) return { refused: "malformed" }
  const { aud, exp, iat, iss, nbf = iat, sub } = decoded.value
  const kind = kinds.find(({ audience }) => aud === `${projectId}${audience}`)
  if (kind === undefined) return { refused: "audience" }
  const isOrdinary = !kind.isRestricted
  if (!isOrdinary && !includeAnonymous && (kind.isAnonymous || !includeRestricted)) return { refused: "audience" }
  if (!(isOrdinary && iss === ISSUER) && !isProjectIssuer(iss, `projects${kind.issuer}/${projectId}`)) {
    return { refused: "issuer" }
  }
  if (exp * 1000 + clockSkewMillis <= now) return { refused: "expired" }
  if (Math.max(iat, nbf) * 1000 - clockSkewMillis > now) return { refused: "not-yet-valid" }
  return {
    claims: markVerified({
      userId: sub,
      projectId,
      isAnonymous: kind.isAnonymous,
      isRestricted: kind.isRestricted,
      issuedAt: new Date(iat * 1000),
      expiresAt: new Date(exp * 1000)
    })
  }
}

/**
 * Returns whether an issuer is that of a project since Stack Auth 2.8. Its origin is the one under which the client
 * called the service, so it may differ from the configured one. The keys are those of the configured service.
 */
const isProjectIssuer = (issuer: string, project: string): boolean => {
  const url = URL.parse(issuer)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    issuer.startsWith(url.origin) &&
    issuer.slice(url.origin.length).endsWith(`${API_PREFIX}/${project}`)
  )
}
