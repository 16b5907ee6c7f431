/** A page of a team: its members, and a form that invites users by mail. */
import { Effect } from "effect"
import * as Client from "keystile/client"

/** Returns the lines of the page. */
export const teamPage = Effect.fn("teamPage")(function* (teamId: string) {
  const client = yield* Client.Client
  const team = yield* client.teams.get(teamId)
  if (team === null) return ["There is no such team."]
  const members = yield* client.teams.listUsers(teamId).pipe(
    Effect.map((users) => users.map(({ teamProfile }) => teamProfile.displayName ?? "No name")),
    Effect.catchTag("TeamPermissionRequired", () => Effect.succeed(["You may not see who is in this team."]))
  )
  return [team.displayName, ...members.sort()]
})

/** Sends an invitation, and returns the text that the form shows. */
export const invite = Effect.fn("invite")(function* (teamId: string, email: string) {
  const client = yield* Client.Client
  return yield* client.teams.inviteUser(teamId, { email, callbackUrl: "http://localhost:3000/join" }).pipe(
    Effect.as("Invited"),
    Effect.catchTag("TeamPermissionRequired", () => Effect.succeed("You may not invite people.")),
    Effect.catchTag("RequestError", ({ reason }) =>
      Effect.succeed(
        reason._tag === "RateLimited" ? "Too many invitations. Try later." : "That did not work. Try again."
      )
    )
  )
})
