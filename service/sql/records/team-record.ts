/** A stored team. */
import { Schema } from "effect"
import { Millis } from "../../../core/schema/fields/millis.ts"
import { wire } from "../../../core/schema/wire.ts"
import { JsonText } from "../rows.ts"

const fields = {
  id: Schema.String,
  projectId: Schema.String,
  displayName: Schema.String,
  profileImageUrl: Schema.NullOr(Schema.String),
  clientMetadata: JsonText,
  clientReadOnlyMetadata: JsonText,
  serverMetadata: JsonText,
  createdAt: Millis
}

export const TeamRecord = wire(fields)
export type TeamRecord = typeof TeamRecord.Type

/** A team in the columns of a query for the user who selected it. */
export const SelectedTeam = wire(fields, {
  id: "selected_team_id",
  projectId: "selected_team_project_id",
  displayName: "selected_team_display_name",
  profileImageUrl: "selected_team_profile_image_url",
  clientMetadata: "selected_team_client_metadata",
  clientReadOnlyMetadata: "selected_team_client_read_only_metadata",
  serverMetadata: "selected_team_server_metadata",
  createdAt: "selected_team_created_at"
})
