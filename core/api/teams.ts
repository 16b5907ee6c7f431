/** Endpoints of teams. The client tier has access to the caller's teams, depending on permissions. */
import * as Schema from "effect/Schema"
import { LimitReached } from "../errors/limit-reached.ts"
import { TeamMembershipNotFound, TeamNotFound, TeamPermissionRequired } from "../errors/team.ts"
import { UserAuthenticationRequired, UserNotFound } from "../errors/user.ts"
import { CannotGetOwnUserWithoutUser } from "../errors/own-user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { PageCursor } from "../schema/fields/page-cursor.ts"
import { UserRef, Uuid } from "../schema/fields/uuid.ts"
import { BooleanText } from "../schema/fields/boolean-text.ts"
import { wholeText } from "../schema/fields/whole.ts"
import { list as listOf, listOrPage } from "../schema/lists.ts"
import { Success } from "../schema/responses.ts"
import { ServerTeam, ServerTeamCreate, ServerTeamUpdate } from "../schema/server-team.ts"
import { Team } from "../schema/team.ts"
import { TeamCreate, TeamUpdate } from "../schema/team-update.ts"
import { wire } from "../schema/wire.ts"

const client = { tiers: ["client"], session: "current", resource: true } as const
const server = { tiers: ["server", "admin"], resource: true } as const
const params = { team_id: Uuid }
const listQuery = wire({ userId: Schema.optionalKey(UserRef) })
/** Clients since Stack Auth 2.8 send the members besides `userId`. */
const serverListQuery = wire({
  userId: Schema.optionalKey(UserRef),
  orderBy: Schema.optionalKey(Schema.Literal("created_at")),
  desc: Schema.optionalKey(BooleanText),
  /** The `nextCursor` of the page before with this filter and order, or the id of the first team of the page. */
  cursor: Schema.optionalKey(PageCursor),
  limit: Schema.optionalKey(wholeText(1)),
  /** A part of a display name, or a whole id. */
  query: Schema.optionalKey(Schema.String)
})
/** `addCurrentUser` is an older way to name the creator. */
const createQuery = wire({ addCurrentUser: Schema.optionalKey(BooleanText) })

const listErrors = [CannotGetOwnUserWithoutUser] as const
const createErrors = [UserAuthenticationRequired, CannotGetOwnUserWithoutUser, UserNotFound] as const
const getErrors = [UserAuthenticationRequired, TeamMembershipNotFound, TeamNotFound] as const
const changeErrors = [
  UserAuthenticationRequired,
  UserNotFound,
  TeamMembershipNotFound,
  TeamPermissionRequired,
  TeamNotFound
] as const

/** Oldest first. */
export const list = Endpoint.get("/teams", { ...client, query: listQuery, success: listOf(Team), errors: listErrors })
/**
 * Lists the teams of a user, or without `userId` those of the project, the oldest first unless `desc` is set. Without a
 * `limit` the list is whole, from the cursor on.
 */
export const listAsServer = Endpoint.get("/teams", {
  ...server,
  query: serverListQuery,
  success: listOrPage(ServerTeam),
  errors: listErrors
})

/** Creates a team with the caller as its creator, if the project allows it. */
export const create = Endpoint.post("/teams", {
  ...client,
  query: createQuery,
  body: TeamCreate,
  status: 201,
  success: Team,
  errors: [...createErrors, LimitReached]
})
/** Creates a team. Without `creatorUserId` it has no members. */
export const createAsServer = Endpoint.post("/teams", {
  ...server,
  query: createQuery,
  body: ServerTeamCreate,
  status: 201,
  success: ServerTeam,
  errors: createErrors
})

/** Returns a team of the signed-in user. */
export const get = Endpoint.get("/teams/:team_id", { ...client, params, success: Team, errors: getErrors })
/** Returns any team, as a server. */
export const getAsServer = Endpoint.get("/teams/:team_id", {
  ...server,
  params,
  success: ServerTeam,
  errors: getErrors
})

/** Updates a team. Needs `$update_team`. */
export const update = Endpoint.patch("/teams/:team_id", {
  ...client,
  params,
  body: TeamUpdate,
  success: Team,
  errors: changeErrors
})
/** Changes any team, as a server. */
export const updateAsServer = Endpoint.patch("/teams/:team_id", {
  ...server,
  params,
  body: ServerTeamUpdate,
  success: ServerTeam,
  errors: changeErrors
})

/** Deletes a team. In the client tier the caller needs `$delete_team`. */
export const remove = Endpoint.del("/teams/:team_id", {
  tiers: ["client", "server", "admin"],
  session: "current",
  resource: true,
  params,
  success: Success,
  errors: changeErrors
})
