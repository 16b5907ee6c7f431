/** Endpoints of the permissions that a project defines. */
import { LimitReached } from "../errors/limit-reached.ts"
import { ContainedPermissionNotFound, PermissionIdAlreadyExists, PermissionNotFound } from "../errors/team.ts"
import * as Endpoint from "../http/endpoint.ts"
import { PermissionId } from "../schema/fields/permission-id.ts"
import { list as listOf } from "../schema/lists.ts"
import { Success } from "../schema/responses.ts"
import { PermissionDefinition, PermissionDefinitionCreate, PermissionDefinitionUpdate } from "../schema/permission.ts"

const admin = { tiers: ["admin"], resource: true } as const
const params = { permission_id: PermissionId }

/** Lists the definitions by id, system permissions first. */
export const list = Endpoint.get("/team-permission-definitions", {
  ...admin,
  success: listOf(PermissionDefinition)
})

/** Defines a team permission. */
export const create = Endpoint.post("/team-permission-definitions", {
  ...admin,
  body: PermissionDefinitionCreate,
  status: 201,
  success: PermissionDefinition,
  errors: [ContainedPermissionNotFound, PermissionIdAlreadyExists, LimitReached]
})

/** Changes the definition of a team permission. A permission cannot contain itself, also not by others. */
export const update = Endpoint.patch("/team-permission-definitions/:permission_id", {
  ...admin,
  params,
  body: PermissionDefinitionUpdate,
  success: PermissionDefinition,
  errors: [PermissionNotFound, ContainedPermissionNotFound, PermissionIdAlreadyExists]
})

/** Deletes a permission, its grants, and its uses in other permissions and in the defaults. */
export const remove = Endpoint.del("/team-permission-definitions/:permission_id", {
  ...admin,
  params,
  success: Success,
  errors: [PermissionNotFound]
})
