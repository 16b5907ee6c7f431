/** Endpoints of the permissions of team members. */
import * as Schema from "effect/Schema"
import {
  PermissionNotFound,
  TeamMembershipNotFound,
  TeamPermissionNotFound,
  WrongPermissionScope
} from "../errors/team.ts"
import { UserNotFound } from "../errors/user.ts"
import { CannotGetOwnUserWithoutUser } from "../errors/own-user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { PermissionId } from "../schema/fields/permission-id.ts"
import { UserRef, Uuid } from "../schema/fields/uuid.ts"
import { BooleanText } from "../schema/fields/boolean-text.ts"
import { list as listOf } from "../schema/lists.ts"
import { Success } from "../schema/responses.ts"
import { TeamPermission } from "../schema/permission.ts"
import { wire } from "../schema/wire.ts"

/** Lists permissions; with `recursive`, contained ones too. In the client tier, only the caller's own. */
export const list = Endpoint.get("/team-permissions", {
  tiers: ["client", "server", "admin"],
  session: "current",
  resource: true,
  query: wire({
    teamId: Schema.optionalKey(Uuid),
    userId: Schema.optionalKey(UserRef),
    permissionId: Schema.optionalKey(PermissionId),
    /** Default `false`. */
    recursive: Schema.optionalKey(BooleanText)
  }),
  success: listOf(TeamPermission),
  errors: [CannotGetOwnUserWithoutUser]
})

const path = "/team-permissions/:team_id/:user_id/:permission_id"
const params = { team_id: Uuid, user_id: UserRef, permission_id: PermissionId }

/** Grants a permission. No effect if it is granted already. */
export const grant = Endpoint.post(path, {
  tiers: ["server", "admin"],
  resource: true,
  params,
  body: wire({}),
  status: 201,
  success: TeamPermission,
  errors: [UserNotFound, TeamMembershipNotFound, PermissionNotFound, WrongPermissionScope]
})

/** Revokes a direct permission. */
export const revoke = Endpoint.del(path, {
  tiers: ["server", "admin"],
  resource: true,
  params,
  success: Success,
  errors: [UserNotFound, TeamMembershipNotFound, TeamPermissionNotFound]
})
