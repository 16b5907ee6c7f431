/** Errors that the service returns only in rare situations, each provoked through the calls that declare it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { header } from "../../core/http/headers.ts"
import type { TransportRequest } from "../../core/http/transport.ts"
import * as Testing from "../../testing/index.ts"
import * as Admin from "../../tiers/admin.ts"
import * as Client from "../../tiers/client.ts"
import * as Server from "../../tiers/server.ts"
import { layerAlteredRequests, type Alter } from "./altered-requests.ts"
import { keyOf } from "./sign-in/authenticator.ts"
import { ada, callbackUrl, mailedCode, signInService } from "./sign-in/fixture.ts"

const tagOf = <A, R>(effect: Effect.Effect<A, { readonly _tag: string }, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => _tag)
const twenty = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.repeat(Effect.result(effect), { times: 19 })
const hostname = "localhost"

describe("a user who was deleted while their token is still good", () => {
  const goneUser = Effect.gen(function* () {
    const { client, user } = yield* Testing.newUser()
    const server = yield* Server.Server
    yield* client.getUser
    yield* server.users.remove(user.id)
    return { client, user }
  })

  it.effect("is rejected by calls about a team, and by an invitation, which stays unused", () =>
    Effect.gen(function* () {
      const { team } = yield* Testing.teamWithTwoMembers()
      const server = yield* Server.Server
      yield* server.allTeams.inviteUser(team.id, { email: "guest@example.com", callbackUrl })
      const code = yield* mailedCode("guest@example.com")
      const { client } = yield* goneUser
      assert.strictEqual(yield* tagOf(client.teams.listUsers(team.id)), "CannotGetOwnUserWithoutUser")
      assert.strictEqual(yield* tagOf(client.getTeamInvitationDetails(code)), "UserAuthenticationRequired")
      assert.strictEqual(yield* tagOf(client.acceptTeamInvitation(code)), "UserAuthenticationRequired")
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("is not found by a server", () =>
    Effect.gen(function* () {
      const { team } = yield* Testing.teamWithTwoMembers()
      const server = yield* Server.Server
      const { user } = yield* goneUser
      const { teams } = server.ofUser(user.id)
      for (const call of [teams.getProfile(team.id), teams.leave(team.id), teams.create({ displayName: "New" })]) {
        assert.strictEqual(yield* tagOf<unknown, never>(call), "UserNotFound")
      }
      assert.strictEqual(yield* tagOf(server.allTeams.removeUser(team.id, "me")), "CannotGetOwnUserWithoutUser")
    }).pipe(Effect.provide(signInService()))
  )
})

describe("a code that was checked 20 times", () => {
  it.effect("is rejected: of a password reset, and of an address", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const server = yield* Server.Server
      yield* client.sendForgotPasswordEmail(ada.email, { callbackUrl })
      const reset = yield* mailedCode(ada.email)
      yield* twenty(client.verifyPasswordResetCode(reset))
      assert.strictEqual(yield* tagOf(client.verifyPasswordResetCode(reset)), "VerificationCodeMaxAttemptsReached")
      assert.strictEqual(
        yield* tagOf(client.resetPassword({ code: reset, password: "a new password" })),
        "VerificationCodeMaxAttemptsReached"
      )
      yield* client.signInWithCredential(ada)
      const id = (yield* client.getUser)?.id ?? ""
      yield* server.users.update(id, { primaryEmailVerified: false })
      yield* server.users.sendVerificationEmail(id, { callbackUrl })
      const code = yield* mailedCode(ada.email)
      // Where a code is shown makes no difference.
      yield* twenty(client.verifyPasswordResetCode(code))
      assert.strictEqual(yield* tagOf(client.verifyEmail(code)), "VerificationCodeMaxAttemptsReached")
    }).pipe(Effect.provide(signInService()))
  )
})

describe("a passkey whose code", () => {
  const withCode = (request: TransportRequest, code: string) => ({
    ...request,
    body: JSON.stringify({ ...JSON.parse(request.body ?? "{}"), code })
  })
  const alterations: Readonly<Record<string, readonly [what: string, alter: Alter]>> = {
    VerificationCodeAlreadyUsed: [
      "is shown twice by a network that repeats itself",
      (request, send) => Effect.andThen(send(request), send(request))
    ],
    VerificationCodeNotFound: [
      "is another one when it arrives",
      (request, send) => send(withCode(request, "0".repeat(45)))
    ],
    VerificationCodeMaxAttemptsReached: [
      "has been tried 20 times before",
      (request, send) => {
        const url = request.url.replace(/\/auth\/.*$/, "/auth/otp/sign-in")
        const { code } = JSON.parse(request.body ?? "{}")
        return Effect.andThen(twenty(send({ ...request, url, body: JSON.stringify({ code }) })), send(request))
      }
    ]
  }

  it.effect.each(Object.entries(alterations).map(([tag, [what, alter]]) => ({ tag, what, alter })))(
    "$what is refused, when the passkey is made and when it signs in",
    ({ alter, tag }) =>
      Effect.gen(function* () {
        const client = yield* Client.Client
        const { use } = keyOf()
        yield* client.signInWithCredential(ada)
        yield* use(client.registerPasskey({ hostname }))
        const network = layerAlteredRequests(/\/auth\/passkey\/(register|sign-in)$/, alter)
        const altered = yield* Effect.provide(Client.Client, Layer.provide(Testing.layerClient(), network))
        yield* altered.signInWithCredential(ada)
        assert.strictEqual(yield* tagOf(use(altered.registerPasskey({ hostname }))), tag)
        assert.strictEqual(yield* tagOf(use(altered.signInWithPasskey({ hostname }))), tag)
      }).pipe(Effect.provide(signInService()))
  )
})

describe("a mail that a server sends to a user", () => {
  it.effect("fails when the user is deleted between its two requests", () =>
    Effect.gen(function* () {
      const { user } = yield* Testing.newUser()
      const { users } = yield* Server.Server
      const network = layerAlteredRequests(/\/send-verification-code$/, (request, send) =>
        Effect.andThen(Effect.orDie(users.remove(user.id)), send(request))
      )
      const altered = yield* Effect.provide(Server.Server, Layer.provide(Testing.layerServer(), network))
      yield* users.update(user.id, { primaryEmailVerified: false })
      const sending = altered.users.sendVerificationEmail(user.id, { callbackUrl })
      assert.strictEqual(yield* tagOf(sending), "UserIdDoesNotExist")
    }).pipe(Effect.provide(signInService()))
  )
})

describe("a publishable key that was revoked", () => {
  it.effect("refreshes no session, and signs no user out", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const admin = yield* Admin.Admin
      yield* client.signInWithCredential(ada)
      yield* TestClock.adjust("1 hour")
      for (const { id } of yield* admin.apiKeys.list()) yield* admin.apiKeys.revoke(id).pipe(Effect.ignore)
      const failure = yield* Effect.flip(client.getUser)
      assert.strictEqual(failure.reason._tag === "Refused" && failure.reason.error._tag, "InvalidOAuthClientIdOrSecret")
      assert.isNotNull((yield* client.stored).refreshToken)
    }).pipe(Effect.provide(signInService()))
  )
})

describe("a server behind a gateway that sends only the publishable key", () => {
  const signedOut = ["UserAuthenticationRequired", "CannotGetOwnUserWithoutUser"]
  const id = "cccccccc-cccc-4ccc-8ccc-cccccccccccc"
  const calls: Readonly<
    Record<string, (server: Server.ServerCalls, teamId: string) => Effect.Effect<unknown, { readonly _tag: string }>>
  > = {
    "allTeams.get": ({ allTeams }, teamId) => allTeams.get(teamId),
    "allTeams.update": ({ allTeams }, teamId) => allTeams.update(teamId, { displayName: "New" }),
    "allTeams.remove": ({ allTeams }, teamId) => allTeams.remove(teamId),
    "allTeams.listUsers": ({ allTeams }, teamId) => allTeams.listUsers(teamId),
    "allTeams.removeUser": ({ allTeams }, teamId) => allTeams.removeUser(teamId, id),
    "allTeams.inviteUser": ({ allTeams }, teamId) =>
      allTeams.inviteUser(teamId, { email: "guest@example.com", callbackUrl }),
    "allTeams.listInvitations": ({ allTeams }, teamId) => allTeams.listInvitations(teamId),
    "allTeams.revokeInvitation": ({ allTeams }, teamId) => allTeams.revokeInvitation(teamId, id),
    "allTeams.create": ({ allTeams }) => allTeams.create({ displayName: "New" }),
    "ofUser.teams.create": ({ ofUser }) => ofUser(id).teams.create({ displayName: "New" }),
    "ofUser.teams.getProfile": ({ ofUser }, teamId) => ofUser(id).teams.getProfile(teamId),
    "ofUser.teams.leave": ({ ofUser }, teamId) => ofUser(id).teams.leave(teamId)
  }
  const takesNoMembers = /create$/

  it.effect.each(Object.entries(calls).map(([name, make]) => ({ name, make })))(
    "depends on the permissions of the client: $name",
    ({ make, name }) =>
      Effect.gen(function* () {
        const { member, team } = yield* Testing.teamWithTwoMembers()
        const outsider = yield* Testing.newUser()
        const { ofUser } = yield* Server.Server
        const { list, revoke } = ofUser(member.user.id).permissions
        for (const { id } of yield* list({ teamId: team.id, recursive: false })) {
          yield* revoke({ teamId: team.id, permissionId: id })
        }
        const errorFor = Effect.fnUntraced(function* (client: Client.ClientCalls | null) {
          const accessToken = client === null ? null : (yield* client.tokens).accessToken
          const gateway = layerAlteredRequests(/./, ({ headers, ...request }, send) =>
            send({
              ...request,
              headers: {
                ...headers,
                [header.accessType]: "client",
                ...(accessToken !== null && { [header.accessToken]: Redacted.value(accessToken) })
              }
            })
          )
          const server = yield* Effect.provide(Server.Server, Layer.provide(Testing.layerServer(), gateway))
          return yield* tagOf(make(server, team.id))
        })
        assert.include(signedOut, yield* errorFor(null))
        if (takesNoMembers.test(name)) return
        assert.strictEqual(yield* errorFor(outsider.client), "TeamMembershipNotFound")
        if (name !== "allTeams.get") assert.strictEqual(yield* errorFor(member.client), "TeamPermissionRequired")
      }).pipe(Effect.provide(signInService()))
  )
})
