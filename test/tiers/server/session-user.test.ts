/** The user of a server's session, with and without a session. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as Testing from "../../../testing/index.ts"
import * as Server from "../../../tiers/server.ts"
import { ada as owner, seedWith } from "../../service/fixture.ts"
import { Browser, embedded, grace, shared } from "../../service/resources/oauth/browser.ts"
import { CALLBACK, NO_ID } from "./every-call.ts"
import { ada, bob, failureOf, find, withTiers } from "./fixture.ts"

describe("a server without a session", () => {
  it.effect("has no user to read or to change", () =>
    Effect.gen(function* () {
      const { contactChannels, permissions, teams, updateUser, users } = yield* Server.Server
      const question = { teamId: NO_ID, permissionId: "member" }
      const failures = yield* Effect.all([
        failureOf(contactChannels.list()),
        failureOf(contactChannels.get(NO_ID)),
        failureOf(contactChannels.create({ value: "x@example.com", usedForAuth: false })),
        failureOf(contactChannels.update(NO_ID, { isPrimary: true })),
        failureOf(contactChannels.remove(NO_ID)),
        failureOf(contactChannels.sendVerificationEmail(NO_ID, { callbackUrl: CALLBACK })),
        failureOf(permissions.list(question)),
        failureOf(permissions.get(question)),
        failureOf(permissions.has(question)),
        failureOf(teams.getProfile(NO_ID)),
        failureOf(teams.updateProfile(NO_ID, { displayName: "Nobody" })),
        failureOf(updateUser({ displayName: "Nobody" })),
        failureOf(users.sendVerificationEmail("me", { callbackUrl: CALLBACK }))
      ])
      assert.deepStrictEqual([...new Set(failures)], ["CannotGetOwnUserWithoutUser"])
    }).pipe(withTiers())
  )
})

describe("the user of a session", () => {
  it.effect("rejects the email of another user, and a team of which the user is no member", () =>
    Effect.gen(function* () {
      const server = yield* Server.Server
      yield* server.signInWithCredential(ada)
      const taken = server.updateUser({ primaryEmail: bob.email, primaryEmailAuthEnabled: true })
      assert.strictEqual(yield* failureOf(taken), "UserEmailAlreadyExists")
      assert.strictEqual(yield* failureOf(server.updateUser({ selectedTeamId: NO_ID })), "TeamMembershipNotFound")
      const team = yield* server.allTeams.create({ displayName: "Of nobody" })
      assert.strictEqual(
        yield* failureOf(server.teams.updateProfile(team.id, { displayName: "A" })),
        "TeamMembershipNotFound"
      )
      assert.strictEqual(yield* failureOf(server.teams.leave(team.id)), "TeamMembershipNotFound")
    }).pipe(withTiers())
  )

  it.effect("is mailed with links to pages of the project only", () =>
    Effect.gen(function* () {
      const server = yield* Server.Server
      yield* server.signInWithCredential(ada)
      const made = yield* server.contactChannels.create({ value: "second@example.com", usedForAuth: false })
      const untrusted = { callbackUrl: "https://evil.example/here" }
      const refused = server.contactChannels.sendVerificationEmail(made.id, untrusted)
      assert.strictEqual(yield* failureOf(refused), "RedirectUrlNotWhitelisted")
      yield* server.contactChannels.sendVerificationEmail(made.id, { callbackUrl: CALLBACK })
      const user = yield* find(ada)
      yield* server.ofUser(user.id).contactChannels.sendVerificationEmail(made.id, { callbackUrl: CALLBACK })
      assert.lengthOf(yield* Testing.Mailbox.use(({ list }) => list({ to: "second@example.com" })), 2)
    }).pipe(withTiers())
  )
})

describe("the accounts of any user", () => {
  it.effect("return tokens with the requested scopes, or the error", () =>
    Effect.gen(function* () {
      const server = yield* Server.Server
      yield* server.signInWithCredential(owner)
      const user = yield* server.getUser
      const session = yield* server.users.createSession(user?.id ?? "")
      yield* new Browser().link("github", grace, Redacted.value(session.accessToken), { provider_scope: "repo" })
      const { connectedAccounts } = server.ofUser(user?.id ?? "")
      assert.deepStrictEqual(yield* connectedAccounts.get("github", { scopes: ["repo"] }), { id: "github" })
      assert.isNull(yield* connectedAccounts.get("github", { scopes: ["delete_repo"] }))
      assert.isNull(yield* connectedAccounts.getAccessToken("github", { scopes: ["delete_repo"] }))
      assert.isNotNull(yield* connectedAccounts.getAccessToken("github", { scopes: ["repo"] }))
      assert.strictEqual(
        yield* failureOf(connectedAccounts.getAccessToken("google")),
        "OAuthAccessTokenNotAvailableWithSharedOAuthKeys"
      )
      assert.strictEqual(
        yield* failureOf(connectedAccounts.getAccessToken("facebook")),
        "OAuthProviderNotFoundOrNotEnabled"
      )
    }).pipe(Effect.provide(Testing.layer({ seed: seedWith({ config: { oauthProviders: [shared, embedded] } }) })))
  )
})
