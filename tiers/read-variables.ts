/** Reading settings through Effect's `Config`. Loaded when somebody does, see `environment.ts`. */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Environment } from "../core/environment/variables.ts"

/** Those of the variables that the `ConfigProvider` at hand knows. */
export const readVariables = (names: ReadonlyArray<string>): Effect.Effect<Environment, Config.ConfigError> =>
  Effect.map(
    Effect.forEach(names, (name) =>
      Effect.map(Config.option(Config.String(name)), (value) => [name, Option.getOrUndefined(value)] as const)
    ),
    Object.fromEntries
  )
