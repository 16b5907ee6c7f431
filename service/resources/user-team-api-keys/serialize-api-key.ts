/** Serializes API keys of users and teams. */
import type { Redacted } from "effect"
import type {
  TeamApiKey,
  TeamApiKeyFirstView,
  UserApiKey,
  UserApiKeyFirstView
} from "../../../core/schema/user-team-api-key.ts"
import type { ApiKeyRecord } from "./user-team-api-key-store.ts"

/** A new key with its record. */
interface CreatedApiKey {
  readonly record: ApiKeyRecord
  readonly key: Redacted.Redacted<string>
}

const fields = ({ createdAt, description, expiresAt, id, isPublic, revokedAt }: ApiKeyRecord) => ({
  id,
  description,
  createdAt,
  isPublic,
  ...(expiresAt !== null && { expiresAt }),
  ...(revokedAt !== null && { manuallyRevokedAt: revokedAt })
})

const ofUser = (record: ApiKeyRecord) => ({ ...fields(record), type: "user" as const, userId: record.ownerId })

const ofTeam = (record: ApiKeyRecord) => ({ ...fields(record), type: "team" as const, teamId: record.ownerId })

const lastFour = (record: ApiKeyRecord) => ({ value: { lastFour: record.lastFour } })

export const serializeUserApiKey = (record: ApiKeyRecord): UserApiKey => ({ ...ofUser(record), ...lastFour(record) })

export const serializeNewUserApiKey = ({ key, record }: CreatedApiKey): UserApiKeyFirstView => ({
  ...ofUser(record),
  value: key
})

export const serializeTeamApiKey = (record: ApiKeyRecord): TeamApiKey => ({ ...ofTeam(record), ...lastFour(record) })

export const serializeNewTeamApiKey = ({ key, record }: CreatedApiKey): TeamApiKeyFirstView => ({
  ...ofTeam(record),
  value: key
})
