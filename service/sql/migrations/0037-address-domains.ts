/** Writes the domains of addresses in lower case, as new addresses are written. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { lowerCase } from "../dialect.ts"

const readChannels = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({ id: Schema.String, project_id: Schema.String, user_id: Schema.String, value: Schema.String })
  )
)

const withLowerCaseDomain = (address: string): string => {
  const at = address.lastIndexOf("@") + 1
  return address.slice(0, at) + address.slice(at).toLowerCase()
}

/** Keeps an address unchanged if another user signs in with the lower-case spelling. It works only as it is spelled. */
export const addressDomains = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const channels = readChannels(
    yield* sql`
      SELECT id, project_id, user_id, value FROM contact_channels
      WHERE type = 'email' AND value <> ${lowerCase(sql, sql`value`)}
      ORDER BY created_at, id`
  )
  for (const { id, project_id, user_id, value } of channels) {
    const normalized = withLowerCaseDomain(value)
    if (normalized === value) continue
    yield* sql`
      UPDATE contact_channels SET value = ${normalized}
      WHERE id = ${id} AND NOT EXISTS (
        SELECT 1 FROM contact_channels AS other
        WHERE other.project_id = ${project_id} AND other.type = 'email' AND other.value = ${normalized}
          AND (other.user_id = ${user_id} OR other.used_for_auth = 1)
      )`
  }
})
