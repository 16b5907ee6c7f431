/** Issues and verifies access tokens (docs/wire/tokens.md). */
import { Clock, Context, Data, Effect, Layer, Redacted, Schema } from "effect"
import { hash } from "node:crypto"
import { INTERNAL_PROJECT_ID } from "../sql/records/project-record.ts"
import { makeBoundedCache } from "../process/bounded-cache.ts"
import { parseJwt, SignatureCheck, signJwt } from "./jwt.ts"
import { KeyRing } from "./key-ring.ts"
import { ServerSecret } from "./secrets/installation-secret.ts"
import { readAudience, type TokenKind } from "../../core/session/token-kinds.ts"
import { normalKeyId, type PublicJwk, signingKey } from "./signing-key.ts"
import { audienceOf, isIssuerOf, issuerOf, type RestrictedReason, tokenKindOf } from "./access-token-claims.ts"

/** The branch of every project. */
const BRANCH = "main"

/** A longer display name is cut, so that a token fits into a cookie of 4096 bytes. */
const MAX_NAME_LENGTH = 200

/** The shortest lifetime of a new token that clients accept, in seconds. */
export const MIN_LIFETIME_SECONDS = 20
export const DEFAULT_LIFETIME_SECONDS = 600

/** The allowed difference between clocks, in seconds. */
const CLOCK_TOLERANCE = 30

/** Issues tokens that have already expired, as an injected fault. */
export const ExpireAtOnce = Context.Reference<boolean>("keystile/service/ExpireAtOnce", { defaultValue: () => false })

/** The text is not a token of this installation. */
class TokenUnparsable extends Data.TaggedError("TokenUnparsable")<{}> {}

/** The token has expired. */
class TokenExpired extends Data.TaggedError("TokenExpired")<{
  /** `null` if the token is refused for another reason, before it expires. */
  readonly expiredAt: Date | null
}> {}

interface VerifiedToken {
  readonly projectId: string
  readonly userId: string
  /** The session of the token. It may have been revoked since. */
  readonly sessionId: string
  /** Why the user was restricted when the token was issued; `null` for a normal user. */
  readonly restrictedReason: RestrictedReason | null
}

/** The user and the session of a token. */
export interface TokenSubject {
  readonly userId: string
  readonly sessionId: string
}

/** The claims of a token about its user, as of the time when it was issued. */
export interface TokenUser {
  readonly displayName: string | null
  readonly primaryEmail: string | null
  readonly primaryEmailVerified: boolean
  readonly selectedTeamId: string | null
  readonly isMultiFactorRequired: boolean
  readonly signedUpAt: Date
  readonly restrictedReason: RestrictedReason | null
  /** The owner who is signed in as the user; `null` for the user's own session. */
  readonly impersonatorId: string | null
}

export class AccessTokens extends Context.Service<
  AccessTokens,
  {
    readonly issue: (
      projectId: string,
      subject: TokenSubject,
      user: TokenUser,
      /** The URL of the service, for the issuer of restricted and anonymous users. */
      serviceUrl: string
    ) => Effect.Effect<Redacted.Redacted<string>>
    /** Verifies the signature and the expiry, and returns the claims. The caller checks the project. */
    readonly verify: (token: string) => Effect.Effect<VerifiedToken, TokenUnparsable | TokenExpired>
    /** Returns the public keys of a project's tokens of these kinds. Default: those of normal users. */
    readonly publicKeys: (
      projectId: string,
      kinds?: ReadonlyArray<TokenKind>
    ) => Effect.Effect<ReadonlyArray<PublicJwk>>
    /** The public key of the path without a project, for old clients. No token is signed with its private key. */
    readonly globalPublicKey: PublicJwk
  }
>()("keystile/service/AccessTokens") {}

/** The claims that the service reads. The others are for clients. */
const Claims = Schema.Struct({
  iss: Schema.NonEmptyString,
  sub: Schema.NonEmptyString,
  aud: Schema.NonEmptyString,
  branchId: Schema.Literal(BRANCH),
  /** The id of the session. Tokens of an earlier version of this service have none. */
  refresh_token_id: Schema.optionalKey(Schema.NonEmptyString),
  iat: Schema.Finite,
  exp: Schema.Finite,
  nbf: Schema.optionalKey(Schema.Finite),
  /** Tokens of earlier versions of this service have none, or that of an anonymous user. */
  restricted_reason: Schema.optionalKey(
    Schema.NullOr(
      Schema.Struct({ type: Schema.Literals(["anonymous", "email_not_verified", "restricted_by_administrator"]) })
    )
  )
})

/** The claims that clients since Stack Auth 2.8 require. A token without one of them counts as none. */
const claimsSince28 = (projectId: string, user: TokenUser) => ({
  project_id: projectId,
  branch_id: BRANCH,
  role: "authenticated",
  name: user.displayName === null ? null : shorten(user.displayName),
  email: user.primaryEmail,
  email_verified: user.primaryEmailVerified,
  selected_team_id: user.selectedTeamId,
  is_anonymous: user.restrictedReason === "anonymous",
  is_restricted: user.restrictedReason !== null,
  requires_totp_mfa: user.isMultiFactorRequired,
  /** In seconds. */
  signed_up_at: Math.floor(user.signedUpAt.getTime() / 1000)
})

/** The owner who is signed in as the user (RFC 8693, section 4.1). Owners are users of the internal project. */
const actorOf = ({ impersonatorId }: TokenUser, serviceUrl: string) =>
  impersonatorId === null
    ? {}
    : { act: { iss: issuerOf(serviceUrl, INTERNAL_PROJECT_ID, "normal"), sub: impersonatorId } }

/** A pair of surrogates is not cut in half. */
const shorten = (name: string) =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : name

const decodeClaims = Schema.decodeUnknownEffect(Claims)

/**
 * The number of verified tokens that are always cached, by hash. Verifying a signature takes longer than the rest of
 * authentication, and each request of a user has the same token.
 */
const MIN_VERIFIED = 5000

const digestOf = (token: string) => hash("sha256", token, "base64url")

export const layer = (lifetimeSeconds: number): Layer.Layer<AccessTokens, never, KeyRing | ServerSecret> =>
  Layer.effect(
    AccessTokens,
    Effect.gen(function* () {
      const secret = Redacted.value(yield* ServerSecret)
      const ring = yield* KeyRing
      const isSignedBy = yield* SignatureCheck

      // The signature is cached. The expiry, and whether the key is still accepted, are checked each time.
      const verified = makeBoundedCache<{ readonly claims: typeof Claims.Type; readonly kid: string }>(MIN_VERIFIED)
      const findKey = (aud: string, kid: string) => {
        const { kind, projectId } = readAudience(aud)
        return Effect.map(ring.find(projectId, normalKeyId(kid, kind)), (key) => key && key.ofKind(kind))
      }
      const claimsOf = Effect.fnUntraced(function* (token: string) {
        const digest = digestOf(token)
        const known = verified.get(digest)
        if (known !== undefined) {
          if ((yield* findKey(known.claims.aud, known.kid)) === null)
            return yield* new TokenExpired({ expiredAt: null })
          return known.claims
        }
        const jwt = parseJwt(token)
        const aud = jwt?.claims["aud"]
        const kid = jwt?.header["kid"]
        if (jwt === null || typeof aud !== "string" || typeof kid !== "string") return yield* new TokenUnparsable()
        const key = yield* findKey(aud, kid)
        if (key === null || !(yield* isSignedBy(jwt, key))) return yield* new TokenUnparsable()
        const claims = yield* Effect.mapError(decodeClaims(jwt.claims), () => new TokenUnparsable())
        const { kind } = readAudience(aud)
        const isConsistent = tokenKindOf(claims.restricted_reason?.type ?? null) === kind
        if (!isConsistent || !isIssuerOf(claims.iss, kind)) return yield* new TokenUnparsable()
        verified.set(digest, { claims, kid })
        return claims
      })

      return AccessTokens.of({
        issue: Effect.fnUntraced(function* (projectId, { sessionId, userId }, user, serviceUrl) {
          const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
          const kind = tokenKindOf(user.restrictedReason)
          const claims = {
            sub: userId,
            branchId: BRANCH,
            refresh_token_id: sessionId,
            iss: issuerOf(serviceUrl, projectId, kind),
            iat: now,
            aud: audienceOf(projectId, kind),
            exp: (yield* ExpireAtOnce) ? now : now + lifetimeSeconds,
            restricted_reason: user.restrictedReason === null ? null : { type: user.restrictedReason }
          } satisfies typeof Claims.Type
          const key = (yield* ring.signer(projectId)).ofKind(kind)
          const act = actorOf(user, serviceUrl)
          const token = signJwt({ ...claims, ...claimsSince28(projectId, user), ...act }, key)
          // Its first request needs no verification in the process that issued it.
          verified.set(digestOf(token), { claims, kid: key.publicJwk.kid })
          return Redacted.make(token)
        }),
        verify: Effect.fnUntraced(function* (token) {
          const { aud, exp, iat, nbf, refresh_token_id: sessionId, restricted_reason, sub } = yield* claimsOf(token)
          const now = (yield* Clock.currentTimeMillis) / 1000
          if (Math.max(iat, nbf ?? iat) > now + CLOCK_TOLERANCE) return yield* new TokenUnparsable()
          if (exp <= now) return yield* new TokenExpired({ expiredAt: new Date(exp * 1000) })
          // A token without a session could not be revoked. The client refreshes it and gets one with a session.
          if (sessionId === undefined) return yield* new TokenExpired({ expiredAt: null })
          const { projectId } = readAudience(aud)
          return { projectId, userId: sub, sessionId, restrictedReason: restricted_reason?.type ?? null }
        }),
        publicKeys: (projectId, kinds = ["normal"]) =>
          Effect.map(ring.listPublished(projectId), (keys) =>
            kinds.flatMap((kind) => keys.map((key) => key.ofKind(kind).publicJwk))
          ),
        globalPublicKey: signingKey(secret).publicJwk
      })
    })
  )
