/** Teams. */
import { Effect } from "effect"
import { teamCreator, teamMember, memberWithoutPermissions, newUser, signedIn, teamOf } from "../../setup/users.ts"
import { at } from "../scenario.ts"

const ofTheCreator = Effect.map(teamCreator, ({ team, user }) => ({ user, ids: [team] }))
const ofAMember = Effect.map(teamMember, ({ team, user }) => ({ user, ids: [team] }))
const withoutPermission = Effect.map(memberWithoutPermissions, ({ team, user }) => ({ user, ids: [team] }))

export const teams = [
  at(
    186,
    "GET /teams server 200",
    Effect.map(teamCreator, ({ user }) => ({ user }))
  ),
  at(187, "GET /teams client 200", signedIn),
  at(188, "GET /teams client 403", signedIn),
  at(189, "POST /teams server 201", signedIn),
  at(190, "POST /teams server 201"),
  at(191, "POST /teams client 401 USER_AUTHENTICATION_REQUIRED"),
  at(192, "POST /teams client 403", signedIn),
  at(193, "POST /teams server 404 USER_NOT_FOUND", signedIn),
  at(
    194,
    "DELETE /teams/* server 200",
    Effect.map(teamCreator, ({ team }) => ({ ids: [team] }))
  ),
  at(195, "DELETE /teams/* client 401 TEAM_PERMISSION_REQUIRED", ofAMember),
  at(196, "PATCH /teams/* client 200", ofTheCreator),
  at(197, "PATCH /teams/* server 200", ofTheCreator),
  at(198, "DELETE /teams/* server 200", ofTheCreator),
  at(199, "PATCH /teams/* client 400 SCHEMA_ERROR", ofTheCreator),
  at(200, "PATCH /teams/* client 200", ofTheCreator),
  at(201, "GET /teams/* client 200", ofAMember),
  at(202, "PATCH /teams/* server 200", ofTheCreator),
  at(203, "GET /teams/* server 200", ofTheCreator),
  at(204, "DELETE /teams/* client 200", ofTheCreator),
  at(205, "PATCH /teams/* client 401 TEAM_PERMISSION_REQUIRED", withoutPermission),
  at(
    206,
    "PATCH /teams/* server 200",
    Effect.map(teamCreator, ({ team }) => ({ ids: [team] }))
  ),
  at(
    207,
    "GET /teams/* client 404 TEAM_MEMBERSHIP_NOT_FOUND",
    Effect.gen(function* () {
      const team = yield* Effect.flatMap(newUser, teamOf)
      return { user: yield* newUser, ids: [team] }
    })
  )
]
