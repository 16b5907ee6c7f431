/** The environment variables of the server and admin tiers, with their secret keys. */
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import { attempt, publicEnvironment } from "../core/environment/public-environment.ts"
import { baseUrlVariables, type Environment, currentPlatform, variables } from "../core/environment/variables.ts"
import type { Tier } from "../core/schema/tier.ts"

/**
 * Reads the public variables and the secret keys from the process. The client tier does not call it, so that no bundler
 * writes the keys into a page.
 */
export const serverEnvironment = (): Environment => ({
  ...publicEnvironment(),
  ...attempt(() => ({
    STACK_SECRET_SERVER_KEY: process.env.STACK_SECRET_SERVER_KEY,
    STACK_SUPER_SECRET_ADMIN_KEY: process.env.STACK_SUPER_SECRET_ADMIN_KEY
  }))
})

const names = (tier: Tier) => [
  variables.projectId,
  variables.publishableClientKey,
  ...(tier === "client" ? [] : [variables.secretServerKey]),
  ...(tier === "admin" ? [variables.superSecretAdminKey] : []),
  ...baseUrlVariables(currentPlatform())
]

/**
 * Reads the variables of a tier through Effect's `Config`, from the program's `ConfigProvider`. `Config` is loaded on
 * demand: with what it imports it takes Node as long as all other code of a tier.
 */
export const readEnvironment = (tier: Tier): Effect.Effect<Environment, Config.ConfigError> =>
  Effect.flatMap(
    Effect.promise(() => import("./read-variables.ts")),
    ({ readVariables }) => readVariables(names(tier))
  )
