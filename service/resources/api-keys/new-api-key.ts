import { Effect } from "effect"
import { newOpaqueToken } from "../../crypto/opaque-token.ts"
import { Deployment } from "../../deployment/deployment.ts"
import { DAY_MILLIS } from "../../time/durations.ts"

/** The lifetime of keys that do not expire, in milliseconds: the API requires a time. */
export const HUNDRED_YEARS_MILLIS = 100 * 365 * DAY_MILLIS

/** The kind of a key, at its start: publishable client, secret server and super secret admin key. */
type KeyPrefix = "pck" | "ssk" | "sak"

/** Returns a new key of development. Its random part begins with `dev`, which keys of production do not. */
export const newDevelopmentKey = (prefix: KeyPrefix) => `${prefix}_dev${newOpaqueToken().slice(3)}`

/** Returns a new key. */
export const newApiKey = (prefix: KeyPrefix): Effect.Effect<string> =>
  Effect.map(Deployment, ({ publicUrl }) =>
    publicUrl === null ? newDevelopmentKey(prefix) : `${prefix}_${newOpaqueToken()}`
  )
