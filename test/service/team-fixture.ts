/** Users, and functions that set up and read their teams and permissions. */
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { pluck, readId } from "./responses.ts"
import { ada, asAdmin, asServer, service, USER_ID } from "./fixture.ts"
import { get, patch, post } from "./requests.ts"

export const ADA_ID = USER_ID
export const BOB_ID = "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb"
export const EVE_ID = "eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee"
/** An unused id. */
export const NO_ID = "dddddddd-dddd-4ddd-8ddd-dddddddddddd"

export const bob = { email: "bob@example.com", password: "bobs password" }
export const eve = { email: "eve@example.com", password: "eves password" }

export const users = [
  { id: ADA_ID, ...ada, displayName: "Ada" },
  { id: BOB_ID, ...bob, displayName: "Bob" },
  { id: EVE_ID, ...eve }
]

/** The service with these users. */
export const withUsers = service({ users })

/** All permissions of the system, as returned: sorted by id. */
export const systemPermissions = [
  "$delete_team",
  "$invite_members",
  "$manage_api_keys",
  "$read_members",
  "$remove_members",
  "$update_team"
]

/** Creates a team in the server tier, one millisecond after earlier ones. */
export const makeTeam = Effect.fnUntraced(function* (creator: string | null = null, displayName = "Crew") {
  yield* TestClock.adjust(1)
  const response = yield* post("/teams", asServer, {
    display_name: displayName,
    ...(creator !== null && { creator_user_id: creator })
  })
  return yield* readId(response.json)
})

/** Returns the id in the cursor of a page. */
export const idInCursor = (cursor: string | null | undefined): string | null =>
  cursor == null ? null : cursor.slice(cursor.indexOf("_") + 1)

export const join = (teamId: string, userId: string) => post(`/team-memberships/${teamId}/${userId}`, asServer, {})

export const grant = (teamId: string, userId: string, permissionId: string) =>
  post(`/team-permissions/${teamId}/${userId}/${encodeURIComponent(permissionId)}`, asServer, {})

export const define = (id: string, ...contained: ReadonlyArray<string>) =>
  post("/team-permission-definitions", asAdmin, { id, contained_permission_ids: contained })

export const defineForProject = (id: string, ...contained: ReadonlyArray<string>) =>
  post("/project-permission-definitions", asAdmin, { id, contained_permission_ids: contained })

export const grantInProject = (userId: string, permissionId: string) =>
  post(`/project-permissions/${userId}/${encodeURIComponent(permissionId)}`, asServer, {})

/** Returns the ids of a user's project permissions. */
export const projectPermissionsOf = Effect.fnUntraced(function* (userId: string, recursive = false) {
  const response = yield* get(`/project-permissions?user_id=${userId}&recursive=${recursive}`, asServer)
  return yield* pluck(response.json, "id")
})

/** Sets the project permissions that new users get. */
export const setUserDefaults = (...ids: ReadonlyArray<string>) =>
  patch("/projects/current", asAdmin, { config: { user_default_permissions: ids.map((id) => ({ id })) } })

/** Returns the ids of a member's permissions. */
export const permissionsOf = Effect.fnUntraced(function* (teamId: string, userId: string, recursive = false) {
  const response = yield* get(`/team-permissions?team_id=${teamId}&user_id=${userId}&recursive=${recursive}`, asServer)
  return yield* pluck(response.json, "id")
})
