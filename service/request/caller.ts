/** The authenticated caller of a request. */
import { Context, Effect, type Redacted } from "effect"
import type { RestrictedReason } from "../crypto/access-token-claims.ts"
import type { Tier } from "../../core/schema/tier.ts"
import type { ProjectRecord } from "../sql/records/project-record.ts"
import type { UserRecord } from "../sql/records/user-record.ts"

export interface CallerValues {
  readonly tier: Tier
  readonly project: ProjectRecord
  /** The user of the access token; `null` without a token, and if the user was deleted. */
  readonly userId: string | null
  /** The record of that user; `null` also for endpoints that do not read it (`readsUser` of `implement`). */
  readonly user: UserRecord | null
  /** Why the user is restricted, if the request does not allow restricted users; else `null`. */
  readonly refusedReason: RestrictedReason | null
  /** The session of the access token; `null` without a user. */
  readonly sessionId: string | null
  /** The owner who is signed in as the user; `null` for the user's own session. */
  readonly impersonatorId: string | null
  /** True if that owner may not act as the user in this request, which may act for another user or for none. */
  readonly isOwnUserRefused: boolean
  /** The set of the API key that the request has; `null` if it has an admin access token. */
  readonly keySetId: string | null
  /** The owner of the project whose admin access token the request has; `null` if it has a key. */
  readonly ownerId: string | null
  /** The session of that owner; `null` if the request has a key. */
  readonly ownerSessionId: string | null
  /** The refresh token of the request, unverified. */
  readonly refreshToken: Redacted.Redacted<string> | null
}

/** Provided for each request; `null` without credentials, which only endpoints without tiers allow. */
export class Caller extends Context.Service<Caller, CallerValues | null>()("keystile/service/Caller") {}

/** Returns the caller of an endpoint with tiers. */
export const caller: Effect.Effect<CallerValues, never, Caller> = Effect.flatMap(Caller, (values) =>
  values === null ? Effect.die("An endpoint without tiers has no caller") : Effect.succeed(values)
)
