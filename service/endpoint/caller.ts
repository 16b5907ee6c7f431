/** Who is calling: what the headers of a request turned out to mean. */
import { Context, Effect, type Redacted } from "effect"
import type { Tier } from "../../core/schema/tier.ts"
import type { ProjectRecord } from "../sql/records/project-record.ts"

export interface CallerValues {
  readonly tier: Tier
  readonly project: ProjectRecord
  /** The user of the access token; `null` without one, and when that user is gone. */
  readonly userId: string | null
  /** As it came: nobody has looked it up. */
  readonly refreshToken: Redacted.Redacted<string> | null
}

/** Given for each request; `null` when nobody claims anything, which only open endpoints allow. */
export class Caller extends Context.Service<Caller, CallerValues | null>()("keystile/service/Caller") {}

/** The caller of an endpoint that has tiers. */
export const caller: Effect.Effect<CallerValues, never, Caller> = Effect.flatMap(Caller, (values) =>
  values === null ? Effect.die("An open endpoint asks for its caller") : Effect.succeed(values)
)
