/** Reading the environment variables of the wire. */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { baseUrlVariables, type Environment, place, variables } from "../core/settings.ts"
import type { Tier } from "../core/schema/tier.ts"

// `process` does not exist everywhere, and bundlers replace `process.env.NAME` only where it is written out.
const attempt = (read: () => Environment): Environment => {
  try {
    return read()
  } catch {
    return {}
  }
}

/** What any place may know, as the process or the bundler gives it. */
export const publicEnvironment = (): Environment =>
  attempt(() => ({
    NEXT_PUBLIC_STACK_PROJECT_ID: process.env.NEXT_PUBLIC_STACK_PROJECT_ID,
    NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY,
    NEXT_PUBLIC_BROWSER_STACK_API_URL: process.env.NEXT_PUBLIC_BROWSER_STACK_API_URL,
    NEXT_PUBLIC_SERVER_STACK_API_URL: process.env.NEXT_PUBLIC_SERVER_STACK_API_URL,
    NEXT_PUBLIC_STACK_API_URL: process.env.NEXT_PUBLIC_STACK_API_URL,
    NEXT_PUBLIC_STACK_URL: process.env.NEXT_PUBLIC_STACK_URL
  }))

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
  ...baseUrlVariables(place())
]

/** The same variables through Effect's `Config`, so that any `ConfigProvider` can give them. */
export const readEnvironment = (tier: Tier): Effect.Effect<Environment, Config.ConfigError> =>
  Effect.map(
    Effect.forEach(names(tier), (name) =>
      Effect.map(Config.option(Config.String(name)), (value) => [name, Option.getOrUndefined(value)] as const)),
    Object.fromEntries
  )
