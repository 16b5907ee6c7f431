/** Reads settings through Effect's `Config`. Loaded on demand, see `server-environment.ts`. */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Environment } from "../core/environment/variables.ts"

/** Returns the variables that the current `ConfigProvider` has. */
export const readVariables = (names: ReadonlyArray<string>): Effect.Effect<Environment, Config.ConfigError> =>
  Effect.map(
    Effect.forEach(names, (name) =>
      Effect.map(Config.option(Config.String(name)), (value) => [name, Option.getOrUndefined(value)] as const)
    ),
    Object.fromEntries
  )
