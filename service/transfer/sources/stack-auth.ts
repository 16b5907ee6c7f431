/**
 * Reads what the server API of Stack Auth lists, as JSON with one list a path: `{"users": […], "contact_channels": […],
 * "team_permission_definitions": […], "project_permission_definitions": […], "teams": […], "team_member_profiles": […],
 * "team_permissions": […], "project_permissions": […]}`. The API has no hashes of passwords and no secrets of second
 * factors.
 */
import { isJsonObject } from "../../../core/json/json-object.ts"
import { decodeRecord, type TransferItem, refusedItem } from "../item.ts"
import { readJson } from "../read-json.ts"
import { type ElementStore, openElementStore, type StoredElement } from "./element-store.ts"
import { type IdSpace, isTrue, itemsOfUser, objectsIn, type SourceObject, textOf } from "./source-user.ts"
import { itemOfMembership, itemOfTeam } from "./source-team.ts"

const lists = {
  users: ["id"],
  contact_channels: ["user_id"],
  team_permission_definitions: ["id"],
  project_permission_definitions: ["id"],
  project_permissions: ["user_id"],
  teams: ["id"],
  team_member_profiles: ["user_id"],
  team_permissions: ["user_id"]
} as const

/** Returns the addresses, the primary one first. */
const addressesOf = (row: SourceObject, channels: ReadonlyArray<SourceObject>) => {
  const primary = textOf(row["primary_email"])
  return [
    ...(primary === null
      ? []
      : [
          {
            value: primary,
            isVerified: isTrue(row["primary_email_verified"]),
            usedForAuth: isTrue(row["primary_email_auth_enabled"])
          }
        ]),
    ...channels.flatMap((channel) => {
      const value = textOf(channel["value"])
      if (value === null || channel["type"] !== "email") return []
      return [{ value, isVerified: isTrue(channel["is_verified"]), usedForAuth: isTrue(channel["used_for_auth"]) }]
    })
  ]
}

/** Returns the ids of the project permissions that a user has. */
const projectPermissionsOf = (store: ElementStore, userId: string | null) =>
  store.of("project_permissions", userId).flatMap(({ row }) => textOf(row["id"]) ?? [])

const restrictionOf = (row: SourceObject) =>
  isTrue(row["restricted_by_admin"])
    ? {
        reason: textOf(row["restricted_by_admin_reason"]),
        privateDetails: textOf(row["restricted_by_admin_private_details"])
      }
    : null

const itemsOf = (
  space: IdSpace,
  store: ElementStore,
  { line, row, size }: StoredElement,
  hasProjectPermissions: boolean
) => {
  const id = textOf(row["id"])
  const channels = store.of("contact_channels", id).map((element) => element.row)
  return itemsOfUser(space, {
    line,
    size,
    id,
    displayName: textOf(row["display_name"]),
    profileImageUrl: textOf(row["profile_image_url"]),
    clientMetadata: row["client_metadata"],
    clientReadOnlyMetadata: row["client_read_only_metadata"],
    serverMetadata: row["server_metadata"],
    signedUpAt: row["signed_up_at_millis"],
    lastActiveAt: row["last_active_at_millis"],
    passwordHash: null,
    otpAuthEnabled: isTrue(row["otp_auth_enabled"]),
    addresses: addressesOf(row, channels),
    accounts: objectsIn(row["oauth_providers"]).flatMap(({ account_id, email, id: provider }) => {
      const [providerId, accountId] = [textOf(provider), textOf(account_id)]
      return providerId === null || accountId === null ? [] : [{ providerId, accountId, email: textOf(email) }]
    }),
    // A file of an earlier version of the API has none, and its users get those of new users.
    ...(hasProjectPermissions && { permissionIds: projectPermissionsOf(store, id) }),
    isAnonymous: isTrue(row["is_anonymous"]),
    restriction: restrictionOf(row),
    isDisabled: false
  })
}

/**
 * Returns the fields of a profile that differ from those of the user. The API lists the user's own in place of none.
 */
const ownProfile = (row: SourceObject, user: SourceObject | undefined) => {
  const own = (field: "display_name" | "profile_image_url") =>
    row[field] === user?.[field] ? null : textOf(row[field])
  return { displayName: own("display_name"), profileImageUrl: own("profile_image_url") }
}

/** Returns the ids of the permissions that a member has in a team. */
const permissionsOf = (store: ElementStore, teamId: string | null, userId: string | null) =>
  store.of("team_permissions", userId).flatMap(({ row }) => {
    const id = textOf(row["id"])
    return id === null || textOf(row["team_id"]) !== teamId ? [] : [id]
  })

export async function* readStackAuth(path: string, space: IdSpace): AsyncGenerator<TransferItem> {
  const store = openElementStore(lists)
  try {
    for await (const element of readJson(path)) {
      if ("problem" in element) yield refusedItem(element.line, element.problem)
      else if (!isJsonObject(element.json)) yield refusedItem(element.line, "It is not an object.")
      else {
        // The response of one list of users has its elements in `items`.
        const list = element.array === "items" || element.array === "" ? "users" : element.array
        store.add(list, { line: element.line, row: element.json, size: element.size })
      }
    }
    for (const { line, row, size } of store.all("team_permission_definitions")) {
      const id = textOf(row["id"])
      const record = {
        type: "permission",
        id,
        description: textOf(row["description"]),
        // The API does not list the defaults. These are the ones of a new project.
        is_creator_default: id === "admin",
        is_member_default: id === "member",
        contained_permission_ids: row["contained_permission_ids"]
      }
      yield decodeRecord(line, record, size)
    }
    for (const { line, row, size } of store.all("project_permission_definitions")) {
      const record = {
        type: "permission",
        scope: "project",
        id: textOf(row["id"]),
        description: textOf(row["description"]),
        is_creator_default: false,
        is_member_default: false,
        contained_permission_ids: row["contained_permission_ids"]
      }
      yield decodeRecord(line, record, size)
    }
    for (const element of store.all("teams")) {
      const { row } = element
      yield itemOfTeam(space, element, {
        id: textOf(row["id"]),
        displayName: textOf(row["display_name"]),
        profileImageUrl: textOf(row["profile_image_url"]),
        clientMetadata: row["client_metadata"],
        clientReadOnlyMetadata: row["client_read_only_metadata"],
        serverMetadata: row["server_metadata"],
        createdAt: row["created_at_millis"]
      })
    }
    const hasProjectPermissions = store.has("project_permission_definitions") || store.has("project_permissions")
    for (const element of store.all("users")) yield* itemsOf(space, store, element, hasProjectPermissions)
    for (const element of store.all("team_member_profiles")) {
      const { row } = element
      const [teamId, userId] = [textOf(row["team_id"]), textOf(row["user_id"])]
      const user = store.of("users", userId)[0]?.row
      yield itemOfMembership(space, element, {
        teamId,
        userId,
        isSelected: teamId !== null && user?.["selected_team_id"] === teamId,
        ...ownProfile(row, user),
        permissionIds: permissionsOf(store, teamId, userId),
        createdAt: null
      })
    }
  } finally {
    store.close()
  }
}
