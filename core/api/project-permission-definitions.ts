/**
 * Endpoints of the permissions that a project defines for users in no team. Their ids differ from those of team
 * permissions. Services have them since Stack Auth 2.8.
 */
import { LimitReached } from "../errors/limit-reached.ts"
import { ContainedPermissionNotFound, PermissionIdAlreadyExists, PermissionNotFound } from "../errors/team.ts"
import * as Endpoint from "../http/endpoint.ts"
import { PermissionId } from "../schema/fields/permission-id.ts"
import { list as listOf } from "../schema/lists.ts"
import { PermissionDefinition, PermissionDefinitionCreate, PermissionDefinitionUpdate } from "../schema/permission.ts"
import { Success } from "../schema/responses.ts"

const admin = { tiers: ["admin"], resource: true, missingFrom: "Stack Auth before 2.8" } as const
const params = { permission_id: PermissionId }

/** Lists the definitions by id. */
export const list = Endpoint.get("/project-permission-definitions", {
  ...admin,
  success: listOf(PermissionDefinition)
})

/** Defines a project permission. */
export const create = Endpoint.post("/project-permission-definitions", {
  ...admin,
  body: PermissionDefinitionCreate,
  status: 201,
  success: PermissionDefinition,
  errors: [ContainedPermissionNotFound, PermissionIdAlreadyExists, LimitReached]
})

/**
 * Replaces a definition: an absent `description` or `contained_permission_ids` is removed, an absent `id` is kept. A
 * permission cannot contain itself, also not by others.
 */
export const update = Endpoint.patch("/project-permission-definitions/:permission_id", {
  ...admin,
  params,
  body: PermissionDefinitionUpdate,
  success: PermissionDefinition,
  errors: [PermissionNotFound, ContainedPermissionNotFound, PermissionIdAlreadyExists]
})

/** Deletes a permission, its grants, and its uses in other permissions and in the defaults. */
export const remove = Endpoint.del("/project-permission-definitions/:permission_id", {
  ...admin,
  params,
  success: Success,
  errors: [PermissionNotFound]
})
