/** Raises webhook events about users, teams, memberships and granted permissions, with the data that they have then. */
import { Effect, Schema } from "effect"
import { ServerTeam } from "../../core/schema/server-team.ts"
import { ServerUser } from "../../core/schema/server-user.ts"
import type { WebhookEventType } from "../../core/schema/webhook-event-type.ts"
import type * as Grants from "../resources/permissions/grant-store.ts"
import type * as ProjectGrants from "../resources/permissions/project-grant-store.ts"
import { serializeServerTeam } from "../resources/teams/serialize-team.ts"
import type * as Teams from "../resources/teams/team-store.ts"
import { serializeServerUser } from "../resources/users/serialize-user.ts"
import type * as Users from "../resources/users/user-store.ts"
import type { Outbox } from "./outbox.ts"

const encodeUser = Schema.encodeEffect(ServerUser)
const encodeTeam = Schema.encodeEffect(ServerTeam)

const nameOf = (type: WebhookEventType, id: string) => `${type} ${id}`

/** @param stores read the data of an event at the end of its transaction */
export const makeEvents = (
  { raise }: Outbox["Service"],
  { teams, users }: { readonly teams: Teams.TeamStore["Service"]; readonly users: Users.UserStore["Service"] }
) => {
  const userNow = (projectId: string, userId: string) =>
    Effect.flatMap(users.find(projectId, userId), (user) =>
      user === null ? Effect.succeed(null) : Effect.orDie(encodeUser(serializeServerUser(user)))
    )

  const teamNow = (projectId: string, teamId: string) =>
    Effect.flatMap(teams.find(projectId, teamId), (team) =>
      team === null ? Effect.succeed(null) : Effect.orDie(encodeTeam(serializeServerTeam(team)))
    )

  const user = (type: "user.created" | "user.updated", projectId: string, id: string) =>
    raise({
      projectId,
      type,
      name: nameOf(type, id),
      unless: [nameOf("user.created", id)],
      data: userNow(projectId, id)
    })

  const team = (type: "team.created" | "team.updated", projectId: string, id: string) =>
    raise({
      projectId,
      type,
      name: nameOf(type, id),
      unless: [nameOf("team.created", id)],
      data: teamNow(projectId, id)
    })

  const userDeleted = (projectId: string, id: string, teamIds: ReadonlyArray<string>) =>
    raise({
      projectId,
      type: "user.deleted",
      name: nameOf("user.deleted", id),
      data: Effect.succeed({ id, teams: teamIds.map((teamId) => ({ id: teamId })) })
    })

  const teamDeleted = (projectId: string, id: string) =>
    raise({ projectId, type: "team.deleted", name: nameOf("team.deleted", id), data: Effect.succeed({ id }) })

  const membership = (
    type: "team_membership.created" | "team_membership.deleted",
    { projectId, teamId, userId }: Grants.GrantHolder
  ) =>
    raise({
      projectId,
      type,
      name: nameOf(type, `${teamId} ${userId}`),
      unless: [nameOf("team.created", teamId)],
      data: Effect.succeed({ team_id: teamId, user_id: userId })
    })

  const permission = (
    type: "team_permission.created" | "team_permission.deleted",
    { projectId, teamId, userId }: Grants.GrantHolder,
    id: string
  ) =>
    raise({
      projectId,
      type,
      name: nameOf(type, `${teamId} ${userId} ${id}`),
      unless: [nameOf("team.created", teamId)],
      data: Effect.succeed({ id, user_id: userId, team_id: teamId })
    })

  const projectPermission = (
    type: "project_permission.created" | "project_permission.deleted",
    { projectId, userId }: ProjectGrants.ProjectHolder,
    id: string
  ) =>
    raise({
      projectId,
      type,
      name: nameOf(type, `${userId} ${id}`),
      data: Effect.succeed({ id, user_id: userId })
    })

  return { user, userDeleted, team, teamDeleted, membership, permission, projectPermission }
}
