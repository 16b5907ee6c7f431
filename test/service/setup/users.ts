/** Sets up users, teams, memberships and addresses. */
import { Effect, Schema } from "effect"
import { readId, readSession, readTokens } from "../responses.ts"
import { asClient, asServer, withToken } from "../fixture.ts"
import { setUp } from "./project.ts"

export interface RegisteredUser {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly accessToken: string
  readonly refreshToken: string
}

const WithId = Schema.Struct({ id: Schema.String })

let count = 0

/** Signs up a user with a password. */
export const newUser = Effect.suspend(() => {
  count++
  const [email, password] = [`user-${count}@example.com`, "correct horse"]
  return signUp(email, password)
})

const signUp = Effect.fnUntraced(function* (email: string, password: string) {
  const json = yield* setUp(
    "POST",
    "/auth/password/sign-up",
    {
      email,
      password,
      verification_callback_url: "http://localhost:12345"
    },
    asClient
  )
  const tokens = yield* readSession(json)
  const person: RegisteredUser = {
    id: tokens.user_id,
    email,
    password,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token
  }
  return person
})

/** Signs up a user. */
export const signedIn = Effect.map(newUser, (user) => ({ user }))

/** Creates a team with the user as its creator, who has all permissions. */
export const teamOf = (user: RegisteredUser) =>
  Effect.flatMap(setUp("POST", "/teams", { display_name: "New Team", creator_user_id: user.id }), readId)

export const join = (team: string, user: RegisteredUser) => setUp("POST", `/team-memberships/${team}/${user.id}`, {})

/** Creates a user and a team of theirs. */
export const teamCreator = Effect.gen(function* () {
  const user = yield* newUser
  return { user, team: yield* teamOf(user) }
})

/** Creates a user who is a member of another user's team. */
export const teamMember = Effect.gen(function* () {
  const { team, user: creator } = yield* teamCreator
  const user = yield* newUser
  yield* join(team, user)
  return { user, team, creator }
})

/** Creates a user who is a member of another user's team without permissions. */
export const memberWithoutPermissions = Effect.gen(function* () {
  const all = yield* teamMember
  yield* setUp("DELETE", `/team-permissions/${all.team}/${all.user.id}/member`)
  return all
})

/** Adds an address to a user. Returns its id. */
export const addAddress = (user: RegisteredUser, fields: object = {}) =>
  Effect.flatMap(
    setUp("POST", "/contact-channels", {
      user_id: user.id,
      type: "email",
      value: `other-${user.email}`,
      used_for_auth: false,
      ...fields
    }),
    readId
  )

const Channels = Schema.Struct({ items: Schema.NonEmptyArray(WithId) })

/** Returns the id of the address of the sign-up. */
export const signUpAddress = (user: RegisteredUser) =>
  setUp("GET", `/contact-channels?user_id=${user.id}`).pipe(
    Effect.flatMap((json) => Effect.orDie(Schema.decodeUnknownEffect(Channels)(json))),
    Effect.map(({ items: [{ id }] }) => id)
  )

/** Creates a user with a verified address. */
export const verifiedUser = Effect.gen(function* () {
  const user = yield* newUser
  yield* setUp("PATCH", `/users/${user.id}`, { primary_email_verified: true })
  return user
})

/** Creates a user with a second address. */
export const userWithSecondAddress = Effect.gen(function* () {
  const user = yield* newUser
  return { user, address: yield* addAddress(user) }
})

/** Creates a user without a password. */
export const userWithoutPassword = Effect.gen(function* () {
  const user = yield* newUser
  yield* setUp("PATCH", `/users/${user.id}`, { password: null })
  // Removing the password has revoked the session of the sign-up.
  const session = yield* readTokens(yield* setUp("POST", "/auth/sessions", { user_id: user.id }))
  return { ...user, accessToken: session.access_token, refreshToken: session.refresh_token }
})

const Sessions = Schema.Struct({
  items: Schema.Array(Schema.Struct({ id: Schema.String, is_current_session: Schema.Boolean }))
})

/** Creates a user with a second session. Returns its id. */
export const userWithOtherSession = Effect.gen(function* () {
  const user = yield* newUser
  yield* setUp("POST", "/auth/sessions", { user_id: user.id })
  const listed = yield* setUp("GET", "/auth/sessions?user_id=me", undefined, withToken(user.accessToken))
  const { items } = yield* Effect.orDie(Schema.decodeUnknownEffect(Sessions)(listed))
  return { user, sessionId: items.find((session) => !session.is_current_session)?.id ?? "" }
})

/** Invites an address to a team. Returns the id of the invitation. */
export const invitationTo = (team_id: string, email = "some-email-test@example.com") =>
  Effect.flatMap(
    setUp(
      "POST",
      "/team-invitations/send-code",
      {
        team_id,
        email,
        callback_url: "http://localhost:12345/some-callback-url"
      },
      asServer
    ),
    readId
  )

/** Creates a user with a verified address who is invited to another user's team. Returns the id of the invitation. */
export const userWithInvitation = Effect.gen(function* () {
  const { team } = yield* teamCreator
  const user = yield* newUser
  yield* setUp("PATCH", `/users/${user.id}`, { primary_email_verified: true }, asServer)
  return { user, invitation: yield* invitationTo(team, user.email) }
})
