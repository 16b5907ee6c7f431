/** Known errors about the roles of team members. The original service has none of them. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"

/** The change would leave the team without a member who has the role `admin`. */
export class LastTeamAdmin extends knownError("LastTeamAdmin", {
  status: 409,
  details: { teamId: Schema.String, userId: Schema.String },
  message: ({ teamId, userId }) =>
    `The user "${userId}" is the only admin of the team "${teamId}". Make another member an admin first.`
}) {}

/** The default permissions of the project do not distinguish the roles. */
export class TeamRolesNotDistinct extends knownError("TeamRolesNotDistinct", {
  status: 400,
  message:
    "In this project the creator of a team has the same default permissions as its members, so there are no roles. " +
    "Change the default permissions of the project first."
}) {}
