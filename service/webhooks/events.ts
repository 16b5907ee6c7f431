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
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { withinTransaction } from "../sql/rows.ts"
import * as Grants from "../resources/permissions/grant-store.ts"
import * as ProjectGrants from "../resources/permissions/project-grant-store.ts"
import * as Memberships from "../resources/team-members/membership-store.ts"
import * as Teams from "../resources/teams/team-store.ts"
import * as Users from "../resources/users/user-store.ts"
import { makeEvents } from "./make-events.ts"
import { Outbox } from "./outbox.ts"

type Stores =
  Users.UserStore | Teams.TeamStore | Memberships.MembershipStore | Grants.GrantStore | ProjectGrants.ProjectGrantStore

const make = Effect.gen(function* () {
  const users = yield* Users.UserStore
  const teams = yield* Teams.TeamStore
  const memberships = yield* Memberships.MembershipStore
  const grants = yield* Grants.GrantStore
  const projectGrants = yield* ProjectGrants.ProjectGrantStore
  const events = makeEvents(yield* Outbox, { users, teams })
  const sql = yield* SqlClient.SqlClient

  /** Runs a change and its event in one transaction. */
  const whole = <A, E>(change: Effect.Effect<A, E, SqlClient.SqlClient>): Effect.Effect<A, E> =>
    Effect.provideService(withinTransaction(change), SqlClient.SqlClient, sql)

  return Context.make(Users.UserStore, {
    ...users,
    insert: (row) => whole(Effect.andThen(users.insert(row), events.user("user.created", row.projectId, row.id))),
    update: (row) => whole(Effect.andThen(users.update(row), events.user("user.updated", row.projectId, row.id))),
    remove: (projectId, id) =>
      whole(
        Effect.gen(function* () {
          const teamIds = yield* teams.idsOfUser(projectId, id)
          const removed = yield* users.remove(projectId, id)
          if (!removed) return false
          for (const teamId of teamIds) {
            yield* events.membership("team_membership.deleted", { projectId, teamId, userId: id })
          }
          yield* events.userDeleted(projectId, id, teamIds)
          return true
        })
      )
  }).pipe(
    Context.add(Teams.TeamStore, {
      ...teams,
      insert: (row) => whole(Effect.andThen(teams.insert(row), events.team("team.created", row.projectId, row.id))),
      update: (row) => whole(Effect.andThen(teams.update(row), events.team("team.updated", row.projectId, row.id))),
      remove: (projectId, id) =>
        whole(
          Effect.tap(teams.remove(projectId, id), (removed) =>
            removed ? events.teamDeleted(projectId, id) : Effect.void
          )
        )
    }),
    Context.add(Memberships.MembershipStore, {
      ...memberships,
      add: (member, now) =>
        whole(
          Effect.tap(memberships.add(member, now), (added) =>
            added ? events.membership("team_membership.created", member) : Effect.void
          )
        ),
      remove: (member) =>
        whole(
          Effect.tap(memberships.remove(member), (removed) =>
            removed ? events.membership("team_membership.deleted", member) : Effect.void
          )
        )
    }),
    Context.add(Grants.GrantStore, {
      ...grants,
      grant: (holder, id) =>
        whole(
          Effect.tap(grants.grant(holder, id), (isNew) =>
            isNew ? events.permission("team_permission.created", holder, id) : Effect.void
          )
        ),
      grantDefaults: (holder, to) =>
        whole(
          Effect.tap(grants.grantDefaults(holder, to), (ids) =>
            Effect.forEach(ids, (id) => events.permission("team_permission.created", holder, id), { discard: true })
          )
        ),
      revoke: (holder, id) =>
        whole(
          Effect.tap(grants.revoke(holder, id), (isRevoked) =>
            isRevoked ? events.permission("team_permission.deleted", holder, id) : Effect.void
          )
        )
    }),
    Context.add(ProjectGrants.ProjectGrantStore, {
      ...projectGrants,
      grant: (holder, id) =>
        whole(
          Effect.tap(projectGrants.grant(holder, id), (isNew) =>
            isNew ? events.projectPermission("project_permission.created", holder, id) : Effect.void
          )
        ),
      grantDefaults: (holder) =>
        whole(
          Effect.tap(projectGrants.grantDefaults(holder), (ids) =>
            Effect.forEach(ids, (id) => events.projectPermission("project_permission.created", holder, id), {
              discard: true
            })
          )
        ),
      revoke: (holder, id) =>
        whole(
          Effect.tap(projectGrants.revoke(holder, id), (isRevoked) =>
            isRevoked ? events.projectPermission("project_permission.deleted", holder, id) : Effect.void
          )
        )
    })
  )
})

/** The stores of users, teams, memberships and grants, whose changes raise events. */
export const layer: Layer.Layer<Stores, never, Outbox | SqlClient.SqlClient> = Layer.effectContext(make).pipe(
  Layer.provide(Layer.mergeAll(Users.layer, Teams.layer, Memberships.layer, Grants.layer, ProjectGrants.layer))
)
