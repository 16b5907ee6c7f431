/** Endpoints of the permissions that users have in the project, in no team. Services have them since Stack Auth 2.8. */
import * as Schema from "effect/Schema"
import { CannotGetOwnUserWithoutUser } from "../errors/own-user.ts"
import { PermissionNotFound, WrongPermissionScope } from "../errors/team.ts"
import { UserNotFound } from "../errors/user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { BooleanText } from "../schema/fields/boolean-text.ts"
import { PermissionId } from "../schema/fields/permission-id.ts"
import { UserRef } from "../schema/fields/uuid.ts"
import { list as listOf } from "../schema/lists.ts"
import { ProjectPermission } from "../schema/permission.ts"
import { Success } from "../schema/responses.ts"
import { wire } from "../schema/wire.ts"

const missingFrom = "Stack Auth before 2.8"

/** Lists permissions; with `recursive`, contained ones too. In the client tier, only the caller's own. */
export const list = Endpoint.get("/project-permissions", {
  tiers: ["client", "server", "admin"],
  session: "current",
  resource: true,
  missingFrom,
  query: wire({
    userId: Schema.optionalKey(UserRef),
    permissionId: Schema.optionalKey(PermissionId),
    /** Default `false`. */
    recursive: Schema.optionalKey(BooleanText)
  }),
  success: listOf(ProjectPermission),
  errors: [CannotGetOwnUserWithoutUser]
})

const path = "/project-permissions/:user_id/:permission_id"
const params = { user_id: UserRef, permission_id: PermissionId }

/** Grants a permission. No effect if it is granted already. */
export const grant = Endpoint.post(path, {
  tiers: ["server", "admin"],
  resource: true,
  missingFrom,
  params,
  body: wire({}),
  status: 201,
  success: ProjectPermission,
  errors: [UserNotFound, PermissionNotFound, WrongPermissionScope]
})

/** Revokes a direct permission. */
export const revoke = Endpoint.del(path, {
  tiers: ["server", "admin"],
  resource: true,
  missingFrom,
  params,
  success: Success,
  errors: [UserNotFound, PermissionNotFound]
})
