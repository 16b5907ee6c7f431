/** The options of verifiers, and their validation. */
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { ConfigurationError } from "../../core/config/configuration-error.ts"
import type { ConfigOptions } from "../../core/config/options.ts"
import type { KeySetTimes } from "./key-set.ts"

/** Times are in milliseconds. */
export interface VerifierOptions extends Pick<ConfigOptions, "projectId" | "baseUrl"> {
  /** The allowed difference between the clocks of this program and the service. Default 30,000; at most 300,000. */
  readonly clockSkewMillis?: number | undefined
  /** The age at which keys are fetched again. Default 600,000. */
  readonly keysMaxAgeMillis?: number | undefined
  /** The minimum time between two fetches for an unknown key, or after a failed fetch. Default 30,000. */
  readonly keysCooldownMillis?: number | undefined
  /**
   * The time beyond that age for which keys are used while they cannot be fetched, or not within a second. Default
   * 3,600,000.
   */
  readonly keysStaleMillis?: number | undefined
  /** The time limit of a fetch of the keys. Default 5,000. */
  readonly keysTimeoutMillis?: number | undefined
  /** Also accepts tokens of users who may not use the application yet. Default: rejected. */
  readonly includeRestricted?: boolean | undefined
  /** Also accepts tokens of anonymous and restricted users. Default: rejected. */
  readonly includeAnonymous?: boolean | undefined
}

/** Returns the users whose tokens the verifier accepts. */
export const acceptedUsers = ({ includeAnonymous = false, includeRestricted = false }: VerifierOptions) => ({
  includeAnonymous,
  includeRestricted: includeRestricted || includeAnonymous
})

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

/** The maximum of each option. Default: a day. */
const limits: Partial<VerifierTimes> = { clockSkewMillis: 300_000, keysTimeoutMillis: 60_000 }
const DAY = 86_400_000

const names = Struct.keys(defaults)

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
