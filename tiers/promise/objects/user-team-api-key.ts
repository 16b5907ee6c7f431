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

const methods = (data: Data, { revoke, update }: Changes, run: RunMethod): Methods => {
  const now = () => new Date(Effect.runSync(Clock.currentTimeMillis))
  return {
    isValid: () => isApiKeyValid(data, now()),
    whyInvalid: () => whyApiKeyInvalid(data, now()),
    update: async (changes) => void (await run(update(changes))),
    revoke: async () => void (await run(revoke()))
  }
}

const ofUser = ({ id }: Data, calls: () => UserApiKeyCalls): Changes => ({
  update: (changes) => calls().update(id, changes),
  revoke: () => calls().revoke(id)
})

const ofTeam = ({ id, teamId }: Data & { readonly teamId: string }, calls: TeamApiKeyCalls): Changes => ({
  update: (changes) => calls.update(teamId, id, changes),
  revoke: () => calls.revoke(teamId, id)
})

export const userApiKey = (data: UserApiKeyData, calls: () => UserApiKeyCalls, run: RunMethod): UserApiKey =>
  Object.freeze({ ...data, ...methods(data, ofUser(data, calls), run) })

export const userApiKeyFirstView = (
  data: UserApiKeyFirstViewData,
  calls: () => UserApiKeyCalls,
  run: RunMethod
): UserApiKeyFirstView =>
  Object.freeze({ ...data, value: Redacted.value(data.value), ...methods(data, ofUser(data, calls), run) })

export const teamApiKey = (data: TeamApiKeyData, calls: TeamApiKeyCalls, run: RunMethod): TeamApiKey =>
  Object.freeze({ ...data, ...methods(data, ofTeam(data, calls), run) })

export const teamApiKeyFirstView = (
  data: TeamApiKeyFirstViewData,
  calls: TeamApiKeyCalls,
  run: RunMethod
): TeamApiKeyFirstView =>
  Object.freeze({ ...data, value: Redacted.value(data.value), ...methods(data, ofTeam(data, calls), run) })
