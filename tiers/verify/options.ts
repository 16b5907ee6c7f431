/** The options of verifying, checked. */
import * as Effect from "effect/Effect"
import { ConfigurationError } from "../../core/config/configuration-error.ts"
import type { ConfigOptions } from "../../core/config/options.ts"
import type { KeySetTimes } from "./key-set.ts"

/** Times are in milliseconds. */
export interface VerifierOptions extends Pick<ConfigOptions, "projectId" | "baseUrl"> {
  /** How far the clocks of this program and of the service may differ. Default 30,000; at most 300,000. */
  readonly clockSkewMillis?: number | undefined
  /** How long keys are used before they are fetched again. Default 600,000. */
  readonly keysMaxAgeMillis?: number | undefined
  /** The shortest time between two fetches for a key that is not there, or after one that failed. Default 30,000. */
  readonly keysCooldownMillis?: number | undefined
  /** How much longer than their age keys serve while they cannot be fetched. Default 3,600,000. */
  readonly keysStaleMillis?: number | undefined
  /** How long fetching the keys may take. Default 5,000. */
  readonly keysTimeoutMillis?: number | undefined
}

export interface VerifierTimes extends KeySetTimes {
  readonly clockSkewMillis: number
}

const defaults: VerifierTimes = {
  clockSkewMillis: 30_000,
  keysMaxAgeMillis: 600_000,
  keysCooldownMillis: 30_000,
  keysStaleMillis: 3_600_000,
  keysTimeoutMillis: 5000
}

/** What is allowed at most; a day for what is not named. */
const limits: Partial<VerifierTimes> = { clockSkewMillis: 300_000, keysTimeoutMillis: 60_000 }
const DAY = 86_400_000

const names = Object.keys(defaults) as ReadonlyArray<keyof VerifierTimes>

export const readTimes = (options: VerifierOptions): Effect.Effect<VerifierTimes, ConfigurationError> => {
  const times = { ...defaults }
  for (const name of names) {
    const value = options[name]
    const limit = limits[name] ?? DAY
    if (value !== undefined && !(value >= 0 && value <= limit)) {
      return new ConfigurationError({
        option: name,
        variable: undefined,
        problem: `This duration is a number of milliseconds from 0 to ${limit}.`
      })
    }
    times[name] = value ?? defaults[name]
  }
  return Effect.succeed(times)
}
