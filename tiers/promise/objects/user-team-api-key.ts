/** API keys of users and teams as objects with methods. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type {
  TeamApiKey as TeamApiKeyData,
  TeamApiKeyFirstView as TeamApiKeyFirstViewData,
  UserApiKey as UserApiKeyData,
  UserApiKeyFirstView as UserApiKeyFirstViewData
} from "../../../core/schema/user-team-api-key.ts"
import { isApiKeyValid, type WhyApiKeyInvalid, whyApiKeyInvalid } from "../../calls/admin/api-key-validity.ts"
import type { TeamApiKeyCalls } from "../../calls/team-api-keys.ts"
import type { UserApiKeyCalls, UserTeamApiKeyChanges } from "../../calls/user-api-keys.ts"
import type { ObjectContext } from "../object-context.ts"
import type { RunMethod } from "../result.ts"

interface Methods {
  /** Returns true if the key is neither expired nor revoked, by the dates of this object. Sends no request. */
  readonly isValid: () => boolean
  /** Returns the reason, or `null`. An expired key that is also revoked is `expired`. */
  readonly whyInvalid: () => WhyApiKeyInvalid | null
  /** Changes the key. The object is unchanged. */
  readonly update: (changes: UserTeamApiKeyChanges) => Promise<void>
  /** Revokes the key for ever. The object is unchanged. */
  readonly revoke: () => Promise<void>
}

/** An API key of a user, with its last four characters. */
export interface UserApiKey extends UserApiKeyData, Methods {}

/** A new API key of a user. `value` is the key as plain text, which is shown once: keep it out of logs. */
export interface UserApiKeyFirstView extends Omit<UserApiKeyFirstViewData, "value">, Methods {
  /** The whole key. */
  readonly value: string
}

/** An API key of a team, with its last four characters. */
export interface TeamApiKey extends TeamApiKeyData, Methods {}

/** A new API key of a team. `value` is the key as plain text, which is shown once: keep it out of logs. */
export interface TeamApiKeyFirstView extends Omit<TeamApiKeyFirstViewData, "value">, Methods {
  /** The whole key. */
  readonly value: string
}

interface Data {
  readonly id: string
  readonly expiresAt?: Date
  readonly manuallyRevokedAt?: Date
}

interface Changes {
  readonly update: (changes: UserTeamApiKeyChanges) => Effect.Effect<unknown, unknown>
  readonly revoke: () => Effect.Effect<unknown, unknown>
}

const keyMethods = (data: Data, { revoke, update }: Changes, run: RunMethod): Methods => {
  const now = () => new Date(Effect.runSync(Clock.currentTimeMillis))
  return {
    isValid: () => isApiKeyValid(data, now()),
    whyInvalid: () => whyApiKeyInvalid(data, now()),
    update: async (changes) => void (await run(update(changes))),
    revoke: async () => void (await run(revoke()))
  }
}

type UserContext = ObjectContext<{ readonly userApiKeys: UserApiKeyCalls }>
type TeamContext = ObjectContext<{ readonly teamApiKeys: TeamApiKeyCalls }>

const userKeyMethods = (data: Data, { calls, run }: UserContext): Methods => {
  const { id } = data
  return keyMethods(
    data,
    {
      update: (changes) => calls().userApiKeys.update(id, changes),
      revoke: () => calls().userApiKeys.revoke(id)
    },
    run
  )
}

const teamKeyMethods = (data: Data & { readonly teamId: string }, { calls, run }: TeamContext): Methods => {
  const { id, teamId } = data
  return keyMethods(
    data,
    {
      update: (changes) => calls().teamApiKeys.update(teamId, id, changes),
      revoke: () => calls().teamApiKeys.revoke(teamId, id)
    },
    run
  )
}

export const userApiKey = (data: UserApiKeyData, context: UserContext): UserApiKey =>
  Object.freeze({ ...data, ...userKeyMethods(data, context) })

export const userApiKeyFirstView = (data: UserApiKeyFirstViewData, context: UserContext): UserApiKeyFirstView =>
  Object.freeze({ ...data, value: Redacted.value(data.value), ...userKeyMethods(data, context) })

export const teamApiKey = (data: TeamApiKeyData, context: TeamContext): TeamApiKey =>
  Object.freeze({ ...data, ...teamKeyMethods(data, context) })

export const teamApiKeyFirstView = (data: TeamApiKeyFirstViewData, context: TeamContext): TeamApiKeyFirstView =>
  Object.freeze({ ...data, value: Redacted.value(data.value), ...teamKeyMethods(data, context) })
