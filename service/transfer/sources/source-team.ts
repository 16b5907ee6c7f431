/** Turns teams and memberships of other systems into records of an export. */
import { decodeRecord, type TransferItem, refusedItem } from "../item.ts"
import type { StoredElement } from "./element-store.ts"
import { type IdSpace, millisOf, toUuid, withImportedId } from "./source-user.ts"

export interface SourceTeam {
  readonly id: string | null
  readonly displayName: string | null
  readonly profileImageUrl: string | null
  readonly clientMetadata?: unknown
  readonly clientReadOnlyMetadata?: unknown
  readonly serverMetadata?: unknown
  readonly createdAt: unknown
}

export const itemOfTeam = (space: IdSpace, { line, size }: StoredElement, team: SourceTeam): TransferItem => {
  if (team.id === null) return refusedItem(line, "The team has no id.")
  const image = team.profileImageUrl
  const record = {
    type: "team",
    id: toUuid(space, "team", team.id),
    display_name: team.displayName ?? "",
    profile_image_url: image !== null && URL.canParse(image) ? image : null,
    client_metadata: team.clientMetadata ?? null,
    client_read_only_metadata: team.clientReadOnlyMetadata ?? null,
    server_metadata: withImportedId(team.serverMetadata, team.id),
    created_at_millis: millisOf(team.createdAt) ?? Date.now()
  }
  return decodeRecord(line, record, size)
}

export interface SourceMembership {
  readonly teamId: string | null
  readonly userId: string | null
  readonly isSelected?: boolean
  readonly displayName?: string | null
  readonly profileImageUrl?: string | null
  readonly permissionIds: ReadonlyArray<string>
  readonly createdAt: unknown
}

export const itemOfMembership = (
  space: IdSpace,
  { line, size }: StoredElement,
  { createdAt, displayName, isSelected, permissionIds, profileImageUrl, teamId, userId }: SourceMembership
): TransferItem => {
  if (teamId === null || userId === null) return refusedItem(line, "The membership has no team or no user.")
  const image = profileImageUrl ?? null
  const record = {
    type: "membership",
    team_id: toUuid(space, "team", teamId),
    user_id: toUuid(space, "user", userId),
    is_selected: isSelected ?? false,
    display_name: displayName ?? null,
    profile_image_url: image !== null && URL.canParse(image) ? image : null,
    permission_ids: permissionIds,
    created_at_millis: millisOf(createdAt) ?? Date.now()
  }
  return decodeRecord(line, record, size)
}
