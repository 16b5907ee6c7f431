/** Reading the environment variables of the wire. */
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import { attempt, publicEnvironment } from "../core/environment/public-environment.ts"
import { baseUrlVariables, type Environment, currentPlatform, variables } from "../core/environment/variables.ts"
import type { Tier } from "../core/schema/tier.ts"

/** The secret keys besides. The client tier does not look for them, so that no bundler writes them into a page. */
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
 * The same variables through Effect's `Config`, so that any `ConfigProvider` can give them. It is loaded when it is
 * asked, and all the files and streams that it can read from with it: they take Node as long as all of a tier's own
 * code.
 */
export const readEnvironment = (tier: Tier): Effect.Effect<Environment, Config.ConfigError> =>
  Effect.flatMap(
    Effect.promise(() => import("./read-variables.ts")),
    ({ readVariables }) => readVariables(names(tier))
  )
