/** Ids of permissions, in a team or in the project. */
import * as Schema from "effect/Schema"
import { matching } from "./matching.ts"

/** The system permissions, which the service checks. */
export const systemPermissionIds = [
  "$update_team",
  "$delete_team",
  "$read_members",
  "$remove_members",
  "$invite_members",
  "$manage_api_keys"
] as const

/** Returns whether an id is reserved for the system: a project can neither change nor delete that permission. */
export const isSystemPermission = (id: string): boolean => id.startsWith("$")

const permissionIdRule = 'Only lowercase letters, numbers, ":", "_" and optional "$" at the beginning are allowed'

const invalidSystemPermission = "Invalid system permission"

/** A permission's id; a leading `$` is reserved for the system permissions. */
export const PermissionId = Schema.String.check(
  Schema.makeFilter((id) => !isSystemPermission(id) || systemPermissionIds.some((known) => known === id), {
    message: invalidSystemPermission
  }),
  matching(/^\$?[a-z0-9_:]+$/u, { message: permissionIdRule })
)

/** The id of a permission that a project defines: one without a leading `$`. */
export const CustomPermissionId = Schema.String.check(
  matching(/^(?!\$)/u, { message: invalidSystemPermission }),
  matching(/^[a-z0-9_:]+$/u, { message: permissionIdRule })
)
