/** The permissions of one user in their teams, which the server reads and changes. */
import * as Effect from "effect/Effect"
import * as Api from "../../../core/api/team-permissions.ts"
import type { TeamPermission } from "../../../core/schema/permission.ts"
import type { UserScope } from "./user-scope.ts"
import type { CallError } from "../call-error.ts"

export interface ServerPermissionListOptions {
  /** Selects the permissions in one team. Default: all teams of the user. */
  readonly teamId?: string | undefined
  /** Also what the direct permissions contain. Default `true`. */
  readonly recursive?: boolean | undefined
}

/** One permission in one team. */
interface PermissionInTeam {
  readonly teamId: string
  readonly permissionId: string
}

export type ListServerPermissionsError = CallError<typeof Api.list>

type GrantPermissionError = CallError<typeof Api.grant>

type RevokePermissionError = CallError<typeof Api.revoke>

export interface ServerPermissionCalls {
  /**
   * Lists the permissions of the user in their teams.
   *
   * @param options Selects permissions.
   */
  readonly list: (
    options?: ServerPermissionListOptions
  ) => Effect.Effect<ReadonlyArray<TeamPermission>, ListServerPermissionsError>
  /**
   * The permission, or `null` if the user does not have it there, by whatever permission contains it.
   *
   * @param question The permission and the team.
   */
  readonly get: (question: PermissionInTeam) => Effect.Effect<TeamPermission | null, ListServerPermissionsError>
  /**
   * Returns whether the user has the permission in the team, directly or contained in another one.
   *
   * @param question The permission and the team.
   */
  readonly has: (question: PermissionInTeam) => Effect.Effect<boolean, ListServerPermissionsError>
  /**
   * Grants a permission. Granting it again changes nothing.
   *
   * @param grant The permission and the team.
   */
  readonly grant: (grant: PermissionInTeam) => Effect.Effect<TeamPermission, GrantPermissionError>
  /**
   * Revokes a permission that was granted directly.
   *
   * @param grant The permission and the team.
   */
  readonly revoke: (grant: PermissionInTeam) => Effect.Effect<void, RevokePermissionError>
}

export const serverPermissionCalls = ({ run, userId }: UserScope): ServerPermissionCalls => {
  const list: ServerPermissionCalls["list"] = ({ recursive = true, teamId } = {}) =>
    Effect.map(
      run(Api.list, {
        query: { userId, recursive: recursive ? "true" : "false", ...(teamId !== undefined && { teamId }) }
      }),
      ({ items }) => items
    )
  const get: ServerPermissionCalls["get"] = ({ permissionId, teamId }) =>
    Effect.map(list({ teamId }), (items) => items.find(({ id }) => id === permissionId) ?? null)
  const params = ({ permissionId, teamId }: PermissionInTeam) => ({
    team_id: teamId,
    user_id: userId,
    permission_id: permissionId
  })
  return {
    list,
    get,
    has: (question) => Effect.map(get(question), (found) => found !== null),
    grant: (grant) => run(Api.grant, { params: params(grant), body: {} }),
    revoke: (grant) => Effect.asVoid(run(Api.revoke, { params: params(grant) }))
  }
}
