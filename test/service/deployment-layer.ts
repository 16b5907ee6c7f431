/** The deployment of a service whose tests use only its layers. */
import { Layer } from "effect"
import { Deployment } from "../../service/deployment/deployment.ts"

export const deploymentAt = (publicUrl: string | null) =>
  Layer.succeed(Deployment, {
    publicUrl,
    hasEmbeddedProviders: false,
    accessTokenSeconds: 600,
    maxRateLimitFactor: null
  })
