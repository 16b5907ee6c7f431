/**
 * Wraps the stores of users, teams, memberships and granted permissions, so that their changes raise webhook events.
 *
 * | store | change | event |
 * |---|---|---|
 * | users | insert, update, remove | `user.created`, `user.updated`, `user.deleted` |
 * | teams | insert, update, remove | `team.created`, `team.updated`, `team.deleted` |
 * | memberships | add, remove | `team_membership.created`, `team_membership.deleted` |
 * | grants | grant, revoke | `team_permission.created`, `team_permission.deleted` |
 * | project grants | grant, revoke | `project_permission.created`, `project_permission.deleted` |
 *
 * Deleting a user raises `team_membership.deleted` for each of their teams, besides `user.deleted`. Other rows that a
 * cascade deletes raise no events, nor does the creator of a team who joins it, with permissions, while it is created.
 * An event has the data of the end of its transaction, and is written by it: a change that is rolled back raises
 * nothing.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ServerTeam } from "../../core/schema/server-team.ts"
import { ServerUser } from "../../core/schema/server-user.ts"
import type { WebhookEventType } from "../../core/schema/webhook-event-type.ts"
import { withinTransaction } from "../sql/rows.ts"
import { serializeServerTeam } from "../resources/teams/serialize-team.ts"
import * as Grants from "../resources/permissions/grant-store.ts"
import * as ProjectGrants from "../resources/permissions/project-grant-store.ts"
import * as Memberships from "../resources/team-members/membership-store.ts"
import * as Teams from "../resources/teams/team-store.ts"
import { serializeServerUser } from "../resources/users/serialize-user.ts"
import * as Users from "../resources/users/user-store.ts"
import { Outbox } from "./outbox.ts"

const encodeUser = Schema.encodeEffect(ServerUser)
const encodeTeam = Schema.encodeEffect(ServerTeam)

const nameOf = (type: WebhookEventType, id: string) => `${type} ${id}`

type Stores =
  Users.UserStore | Teams.TeamStore | Memberships.MembershipStore | Grants.GrantStore | ProjectGrants.ProjectGrantStore

const make = Effect.gen(function* () {
  const users = yield* Users.UserStore
  const teams = yield* Teams.TeamStore
  const memberships = yield* Memberships.MembershipStore
  const grants = yield* Grants.GrantStore
  const projectGrants = yield* ProjectGrants.ProjectGrantStore
  const { raise } = yield* Outbox
  const sql = yield* SqlClient.SqlClient

  /** Runs a change and its event in one transaction. */
  const whole = <A, E>(change: Effect.Effect<A, E, SqlClient.SqlClient>): Effect.Effect<A, E> =>
    Effect.provideService(withinTransaction(change), SqlClient.SqlClient, sql)

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
  const membership = (
    type: "team_membership.created" | "team_membership.deleted",
    { projectId, teamId, userId }: { readonly projectId: string; readonly teamId: string; readonly userId: string }
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
    { projectId, teamId, userId }: Grants.Holder,
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

  return Context.make(Users.UserStore, {
    ...users,
    insert: (row) => whole(Effect.andThen(users.insert(row), user("user.created", row.projectId, row.id))),
    update: (row) => whole(Effect.andThen(users.update(row), user("user.updated", row.projectId, row.id))),
    remove: (projectId, id) =>
      whole(
        Effect.gen(function* () {
          const joined = yield* teams.namesOfUser(projectId, id)
          const removed = yield* users.remove(projectId, id)
          if (!removed) return false
          for (const { id: teamId } of joined) {
            yield* membership("team_membership.deleted", { projectId, teamId, userId: id })
          }
          const data = Effect.succeed({ id, teams: joined.map((one) => ({ id: one.id })) })
          yield* raise({ projectId, type: "user.deleted", name: nameOf("user.deleted", id), data })
          return true
        })
      )
  }).pipe(
    Context.add(Teams.TeamStore, {
      ...teams,
      insert: (row) => whole(Effect.andThen(teams.insert(row), team("team.created", row.projectId, row.id))),
      update: (row) => whole(Effect.andThen(teams.update(row), team("team.updated", row.projectId, row.id))),
      remove: (projectId, id) =>
        whole(
          Effect.gen(function* () {
            const removed = yield* teams.remove(projectId, id)
            const data = Effect.succeed({ id })
            if (removed) yield* raise({ projectId, type: "team.deleted", name: nameOf("team.deleted", id), data })
            return removed
          })
        )
    }),
    Context.add(Memberships.MembershipStore, {
      ...memberships,
      add: (member, now) =>
        whole(
          Effect.tap(memberships.add(member, now), (added) =>
            added ? membership("team_membership.created", member) : Effect.void
          )
        ),
      remove: (member) =>
        whole(
          Effect.tap(memberships.remove(member), (removed) =>
            removed ? membership("team_membership.deleted", member) : Effect.void
          )
        )
    }),
    Context.add(Grants.GrantStore, {
      ...grants,
      grant: (holder, id) =>
        whole(
          Effect.tap(grants.grant(holder, id), (isNew) =>
            isNew ? permission("team_permission.created", holder, id) : Effect.void
          )
        ),
      grantDefaults: (holder, to) =>
        whole(
          Effect.tap(grants.grantDefaults(holder, to), (ids) =>
            Effect.forEach(ids, (id) => permission("team_permission.created", holder, id), { discard: true })
          )
        ),
      revoke: (holder, id) =>
        whole(
          Effect.tap(grants.revoke(holder, id), (isRevoked) =>
            isRevoked ? permission("team_permission.deleted", holder, id) : Effect.void
          )
        )
    }),
    Context.add(ProjectGrants.ProjectGrantStore, {
      ...projectGrants,
      grant: (holder, id) =>
        whole(
          Effect.tap(projectGrants.grant(holder, id), (isNew) =>
            isNew ? projectPermission("project_permission.created", holder, id) : Effect.void
          )
        ),
      grantDefaults: (holder) =>
        whole(
          Effect.tap(projectGrants.grantDefaults(holder), (ids) =>
            Effect.forEach(ids, (id) => projectPermission("project_permission.created", holder, id), { discard: true })
          )
        ),
      revoke: (holder, id) =>
        whole(
          Effect.tap(projectGrants.revoke(holder, id), (isRevoked) =>
            isRevoked ? projectPermission("project_permission.deleted", holder, id) : Effect.void
          )
        )
    })
  )
})

/** The stores of users, teams, memberships and grants, whose changes raise events. */
export const layer: Layer.Layer<Stores, never, Outbox | SqlClient.SqlClient> = Layer.effectContext(make).pipe(
  Layer.provide(Layer.mergeAll(Users.layer, Teams.layer, Memberships.layer, Grants.layer, ProjectGrants.layer))
)
