import type { Deployment } from "../deployment/deployment.ts"
import type { Configuration } from "./configuration.ts"

/** Returns the facts about the environment of a service in production, also for commands beside it. */
export const deploymentOf = ({
  accessTokenLifetime,
  maxRateLimits,
  publicUrl
}: Pick<Configuration, "accessTokenLifetime" | "maxRateLimits" | "publicUrl">): Deployment => ({
  publicUrl,
  hasEmbeddedProviders: false,
  accessTokenSeconds: accessTokenLifetime,
  maxRateLimitFactor: maxRateLimits
})
