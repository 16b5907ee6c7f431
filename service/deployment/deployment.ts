import { Context } from "effect"
import { DEFAULT_LIFETIME_SECONDS } from "../crypto/access-tokens.ts"

/** The facts about the service's environment that handlers and stores use. */
export interface Deployment {
  /**
   * The base of all URLs of the service: an origin, and the mount path if there is one. `null`: the origin of the
   * request, for development.
   */
  readonly publicUrl: string | null
  /**
   * True if OAuth providers may be pages of the service, on which a visitor signs in as any user: those of the type
   * `shared`, and those with the endpoints `embedded`.
   */
  readonly hasEmbeddedProviders: boolean
  /** The lifetime of access tokens. */
  readonly accessTokenSeconds: number
  /**
   * The maximum of a project's rate limits, as a multiple of the defaults: none of them may then be off. `null` without
   * one.
   */
  readonly maxRateLimitFactor: number | null
}

/** Default: development. */
export const Deployment = Context.Reference<Deployment>("keystile/service/Deployment", {
  defaultValue: () => ({
    publicUrl: null,
    hasEmbeddedProviders: true,
    accessTokenSeconds: DEFAULT_LIFETIME_SECONDS,
    maxRateLimitFactor: null
  })
})
