/** Known errors about teams, team members and team permissions. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"

/** The project defines no permission with this id, or the user was not granted the project permission. */
export class PermissionNotFound extends knownError("PermissionNotFound", {
  status: 404,
  details: { permissionId: Schema.String },
  message: ({ permissionId }) =>
    `There is no permission "${permissionId}" here. Define or grant it first, or check the spelling of the id.`
}) {}

/** A permission definition contains another permission, which the project does not define. */
export class ContainedPermissionNotFound extends knownError("ContainedPermissionNotFound", {
  status: 400,
  details: { permissionId: Schema.String },
  message: ({ permissionId }) =>
    `The contained permission "${permissionId}" does not exist in this project. Define it first, or leave it out.`
}) {}

/** The project has a permission with this id, for teams or for the project. */
export class PermissionIdAlreadyExists extends knownError("PermissionIdAlreadyExists", {
  status: 400,
  details: { permissionId: Schema.String },
  message: ({ permissionId }) => `The project has a permission "${permissionId}" already. Choose another id.`
}) {}

/** The permission is one of the other scope: teams or the project. Services have it since Stack Auth 2.8. */
export class WrongPermissionScope extends knownError("WrongPermissionScope", {
  status: 404,
  details: {
    permissionId: Schema.String,
    expectedScope: Schema.String,
    actualScope: Schema.NullOr(Schema.String)
  },
  message: ({ actualScope, expectedScope, permissionId }) =>
    `The permission "${permissionId}" has the scope ${actualScope ?? "unknown"}, ` +
    `and this needs one of ${expectedScope}.`
}) {}

/** The invitation is for an address that the user has not verified. Services since Stack Auth 2.8 send it. */
export class TeamInvitationEmailMismatch extends knownError("TeamInvitationEmailMismatch", {
  status: 403,
  message: "This invitation is for another email address. Add that address to your account and verify it first."
}) {}

/** The team does not exist. */
export class TeamNotFound extends knownError("TeamNotFound", {
  status: 404,
  details: { teamId: Schema.String },
  message: ({ teamId }) => `There is no team with the id "${teamId}". It may have been deleted.`
}) {}

/** The user is not a member of the team. */
export class TeamMembershipNotFound extends knownError("TeamMembershipNotFound", {
  status: 404,
  details: { teamId: Schema.String, userId: Schema.String },
  message: ({ teamId, userId }) => `The user "${userId}" is not a member of the team "${teamId}".`
}) {}

/** The user is a member of the team already. */
export class TeamMembershipAlreadyExists extends knownError("TeamMembershipAlreadyExists", {
  status: 409,
  message: "The user is already a member of this team."
}) {}

/** The user does not have the permission in the team that the endpoint requires. */
export class TeamPermissionRequired extends knownError("TeamPermissionRequired", {
  status: 401,
  details: { teamId: Schema.String, userId: Schema.String, permissionId: Schema.String },
  message: ({ teamId, userId, permissionId }) =>
    `This needs the permission "${permissionId}" in the team "${teamId}", and the user "${userId}" does not have it. ` +
    "Ask someone who manages the team to grant it."
}) {}

/** The permission cannot be revoked, because it was not granted to the user in this team. */
export class TeamPermissionNotFound extends knownError("TeamPermissionNotFound", {
  status: 401,
  details: { teamId: Schema.String, userId: Schema.String, permissionId: Schema.String },
  message: ({ teamId, userId, permissionId }) =>
    `The user "${userId}" was not granted the permission "${permissionId}" in the team "${teamId}". ` +
    "A permission that comes with another one can only be taken away together with that one."
}) {}
