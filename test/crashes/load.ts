/** The load of a crash test: workers that sign up and import users until requests fail. */
import { Effect, Schema } from "effect"
import { randomInt } from "node:crypto"
import { asServer } from "../service/fixture.ts"
import { makeRawClient } from "../service/raw-client.ts"
import {
  acceptInvitation,
  connectAccount,
  grantStaff,
  signInOnOtherDomain,
  makeApiKey,
  makeTeam,
  makeTeamWithKey,
  restrictUser,
  signInOnCommandLine,
  signUpAnonymously
} from "./acknowledged-requests.ts"
import type { Expectations } from "./expectations.ts"

const password = "correct horse"
const readId = Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))
const readSession = Schema.decodeUnknownEffect(
  Schema.Struct({ access_token: Schema.String, refresh_token: Schema.String, user_id: Schema.String })
)

/** A client with an address of its own, so that the limits of sign-ups by address do not apply. */
const newClient = (url: string) =>
  makeRawClient(url, { "x-forwarded-for": [10, 0, 0, 0].map((byte) => byte || randomInt(1, 255)).join(".") })

/** Signs up users one after another, each with a display name, a team and a refreshed session, until requests fail. */
export const signUps = Effect.fnUntraced(function* (url: string, worker: string, expected: Expectations) {
  for (let turn = 0; ; turn++) {
    const client = newClient(url)
    const email = `${worker}-${turn}@example.com`
    const signedUp = yield* client.trySignUp(email, password)
    if (signedUp.status === 0) return
    if (signedUp.status !== 200) continue
    const session = yield* readSession(signedUp.json)
    expected.sessions.set(email, session)
    expected.webhooks.add(`user.created ${session.user_id}`)
    const asUser = { ...asServer, "x-stack-access-token": session.access_token }

    const name = `name ${worker} ${turn}`
    expected.names.set(session.user_id, { acknowledged: null, sent: name })
    const named = yield* client.send("PATCH", "/api/v1/users/me", { display_name: name }, asUser)
    if (named.status === 200) {
      expected.names.set(session.user_id, { acknowledged: name, sent: name })
      expected.webhooks.add(`user.updated ${session.user_id}`)
    }
    yield* Effect.all(
      [
        makeTeam(client, session.user_id, expected),
        client.refresh(session.refresh_token),
        signInOnCommandLine(client, session, expected),
        signInOnOtherDomain(client, session, turn % 2 === 1, expected)
      ],
      { concurrency: "unbounded" }
    )
  }
})

/** Creates users and teams in the server tier, which is fast since no password is hashed, until requests fail. */
export const importUsers = Effect.fnUntraced(function* (url: string, worker: string, expected: Expectations) {
  const client = makeRawClient(url)
  const teams: Array<string> = []
  for (let turn = 0; ; turn++) {
    const email = `imported-${worker}-${turn}@example.com`
    const user = { primary_email: email, primary_email_auth_enabled: true, primary_email_verified: true }
    const created = yield* client.send("POST", "/api/v1/users", user, asServer)
    if (created.status === 0) return
    if (created.status !== 201) continue
    const { id } = yield* Effect.orDie(readId(created.json))
    expected.imported.set(id, email)
    expected.webhooks.add(`user.created ${id}`)
    const isEven = turn % 2 === 0
    const invitingTeam = teams.at(-1)
    // Concurrently, so that a crash interrupts any of them.
    const [team] = yield* Effect.all(
      [
        makeTeamWithKey(client, id, !isEven, expected),
        invitingTeam === undefined ? Effect.void : acceptInvitation(client, invitingTeam, { id, email }, expected),
        grantStaff(client, id, isEven, expected),
        makeApiKey(client, { user_id: id }, isEven, expected),
        connectAccount(client, id, !isEven, expected),
        restrictUser(client, `restricted-${email}`, isEven, expected),
        signUpAnonymously(client, expected)
      ],
      { concurrency: "unbounded" }
    )
    if (team !== null) teams.push(team)
  }
})
