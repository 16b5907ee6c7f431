/**
 * Endpoints of more than one tier serve each of them, with exactly the response that the contract declares for the
 * tier.
 */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Schema } from "effect"
import { endpoints } from "../../core/api/endpoints.ts"
import { fullPath } from "../../core/http/path.ts"
import type { Tier } from "../../core/schema/tier.ts"
import type { Service } from "../../service/service.ts"
import { asAdmin, asClient, asServer, type Headers, send } from "./fixture.ts"
import type { MailedTexts } from "./setup/mailed-texts.ts"
import { invitationCode, resetCode, signInCode, verificationCode } from "./setup/mailed-codes.ts"
import {
  teamCreator,
  teamMember,
  invitationTo,
  addAddress,
  newUser,
  userWithoutPassword,
  type TestUser,
  userWithSecondAddress
} from "./setup/users.ts"
import { userWithPasskey } from "./setup/passkeys.ts"
import { setUp, internalKeys, service } from "./setup/project.ts"
import { userWithoutProjects } from "./setup/owned-projects.ts"
import { mfaAttemptOf, totpAt, userWithRecoveryCodes, userWithSecondFactor } from "./setup/second-factor.ts"

interface Asked {
  /** For the parameters of the path, in their order. */
  readonly ids?: ReadonlyArray<string>
  readonly query?: string
  readonly body?: unknown
  readonly user?: TestUser
  readonly project?: "internal"
}

type Given = Effect.Effect<Asked, unknown, MailedTexts | Service>

const ofATeam = Effect.map(teamCreator, ({ team, user }) => ({ user, ids: [team] }))
const ofAMember = Effect.map(teamMember, ({ creator, team, user }) => ({ user: creator, ids: [team, user.id] }))
const ofOneself = Effect.map(teamMember, ({ team, user }) => ({ user, ids: [team, user.id] }))
const ofAnAddress = Effect.map(userWithSecondAddress, ({ address, user }) => ({ user, ids: [user.id, address] }))
const withVerification = Effect.gen(function* () {
  const user = yield* newUser
  return { user, body: { code: yield* verificationCode(user) } }
})
const invited = Effect.gen(function* () {
  const { team } = yield* teamCreator
  const user = yield* newUser
  return { user, body: { code: yield* invitationCode(team, user.email) } }
})
const ofAPasskey = Effect.map(userWithPasskey, ({ passkey, user }) => ({ user, ids: [user.id, passkey] }))
const withUser = Effect.map(newUser, (user) => ({ user }))
const callback_url = "http://localhost:12345/callback"

/** The set-up of a successful request, by endpoint. */
const requests: Readonly<Record<string, Given>> = {
  "POST /contact-channels": Effect.map(newUser, (user) => ({
    user,
    body: { user_id: user.id, type: "email", value: "new@example.com", used_for_auth: false }
  })),
  "GET /contact-channels/:user_id/:contact_channel_id": ofAnAddress,
  "PATCH /contact-channels/:user_id/:contact_channel_id": Effect.map(ofAnAddress, (asked) => ({
    ...asked,
    body: { used_for_auth: true }
  })),
  "DELETE /contact-channels/:user_id/:contact_channel_id": ofAnAddress,
  "POST /contact-channels/:user_id/:contact_channel_id/send-verification-code": Effect.map(ofAnAddress, (asked) => ({
    ...asked,
    body: { callback_url }
  })),
  "POST /contact-channels/send-verification-code": Effect.map(newUser, (user) => ({
    user,
    body: { email: user.email, callback_url }
  })),
  "POST /contact-channels/verify/check-code": withVerification,
  "POST /contact-channels/verify": withVerification,
  "POST /auth/mfa/sign-in": Effect.gen(function* () {
    const code = yield* Effect.flatMap(userWithSecondFactor, mfaAttemptOf)
    return { body: { code, type: "totp", totp: totpAt(yield* Clock.currentTimeMillis) } }
  }),
  "POST /auth/mfa/recovery-codes/sign-in": Effect.gen(function* () {
    const { codes, user } = yield* userWithRecoveryCodes
    return { body: { code: yield* mfaAttemptOf(user), recovery_code: codes[0] } }
  }),
  "GET /auth/mfa/recovery-codes": Effect.map(userWithSecondFactor, (user) => ({ user })),
  "POST /auth/mfa/recovery-codes": Effect.map(userWithSecondFactor, (user) => ({ user, body: {} })),
  "POST /auth/otp/sign-in/check-code": Effect.map(signInCode("new@example.com"), (code) => ({ body: { code } })),
  "POST /auth/password/reset/check-code": Effect.map(Effect.flatMap(newUser, resetCode), (code) => ({
    body: { code }
  })),
  "POST /auth/password/set": Effect.map(userWithoutPassword, (user) => ({
    user,
    body: { password: "a new password" }
  })),
  "POST /auth/password/sign-in": Effect.map(newUser, ({ email, password }) => ({ body: { email, password } })),
  "POST /auth/password/sign-up": Effect.succeed({
    body: { email: "new@example.com", password: "a new password", verification_callback_url: callback_url }
  }),
  "POST /auth/password/update": Effect.map(newUser, (user) => ({
    user,
    body: { old_password: user.password, new_password: "a new password" }
  })),
  "GET /passkeys/:user_id": Effect.map(userWithPasskey, ({ user }) => ({ user, ids: [user.id] })),
  "PATCH /passkeys/:user_id/:passkey_id": Effect.map(ofAPasskey, (asked) => ({ ...asked, body: { name: "Phone" } })),
  "DELETE /passkeys/:user_id/:passkey_id": ofAPasskey,
  "POST /internal/projects": Effect.map(userWithoutProjects, (asked) => ({
    ...asked,
    body: { display_name: "New project" }
  })),
  "POST /auth/sessions/current/refresh": withUser,
  "DELETE /auth/sessions/current": withUser,
  "POST /team-invitations/accept": invited,
  "POST /team-invitations/accept/check-code": invited,
  "POST /team-invitations/accept/details": invited,
  "DELETE /team-invitations/:id": Effect.gen(function* () {
    const { team, user } = yield* teamCreator
    return { user, ids: [yield* invitationTo(team)], query: `?team_id=${team}` }
  }),
  "GET /team-member-profiles/:team_id/:user_id": ofOneself,
  "PATCH /team-member-profiles/:team_id/:user_id": Effect.map(ofOneself, (asked) => ({
    ...asked,
    body: { display_name: "New name" }
  })),
  "PATCH /team-members/:team_id/:user_id": Effect.map(ofAMember, (asked) => ({ ...asked, body: { role: "admin" } })),
  "POST /team-memberships/:team_id/:user_id": Effect.gen(function* () {
    const { team, user } = yield* teamCreator
    return { user, ids: [team, (yield* newUser).id], body: {} }
  }),
  "DELETE /team-memberships/:team_id/:user_id": ofAMember,
  "POST /team-permissions/:team_id/:user_id/:permission_id": Effect.map(ofAMember, ({ ids, user }) => ({
    user,
    ids: [...ids, "$update_team"],
    body: {}
  })),
  "DELETE /team-permissions/:team_id/:user_id/:permission_id": Effect.map(ofAMember, ({ ids, user }) => ({
    user,
    ids: [...ids, "member"]
  })),
  "POST /teams": Effect.map(newUser, (user) => ({ user, body: { display_name: "New team", creator_user_id: "me" } })),
  "GET /teams/:team_id": ofATeam,
  "PATCH /teams/:team_id": Effect.map(ofATeam, (asked) => ({ ...asked, body: { display_name: "Renamed" } })),
  "DELETE /teams/:team_id": ofATeam,
  "GET /users/me": withUser,
  "PATCH /users/me": Effect.map(newUser, (user) => ({ user, body: { display_name: "New name" } })),
  "DELETE /users/me": withUser,
  "GET /users/:user_id": Effect.map(newUser, ({ id }) => ({ ids: [id] })),
  "PATCH /users/:user_id": Effect.map(newUser, ({ id }) => ({ ids: [id], body: { display_name: "New name" } })),
  "DELETE /users/:user_id": Effect.map(newUser, ({ id }) => ({ ids: [id] }))
}

const ofTier: Readonly<Record<Tier, Headers>> = { client: asClient, server: asServer, admin: asAdmin }

const headersOf = (tier: Tier, { project, user }: Asked): Headers => ({
  ...ofTier[tier],
  ...(project !== undefined && {
    "x-stack-project-id": project,
    "x-stack-publishable-client-key": internalKeys.publishableClientKey,
    "x-stack-secret-server-key": internalKeys.secretServerKey,
    "x-stack-super-secret-admin-key": internalKeys.superSecretAdminKey
  }),
  ...(user !== undefined && { "x-stack-access-token": user.accessToken, "x-stack-refresh-token": user.refreshToken })
})

const strict = { onExcessProperty: "error", errors: "all" } as const

const cases = Object.entries(requests).flatMap(([name, given]) =>
  endpoints
    .filter((endpoint) => endpoint.name === name)
    .flatMap((endpoint) => endpoint.tiers.map((tier) => ({ name, given, endpoint, tier })))
)

describe("an endpoint", () => {
  it("is tested in each of its tiers", () => {
    const asked = new Set(cases.map(({ name }) => name))
    assert.deepStrictEqual(
      Object.keys(requests).filter((name) => !asked.has(name)),
      []
    )
  })

  it.effect.each(cases)("succeeds: $name as $tier", ({ endpoint, given, tier }) =>
    Effect.gen(function* () {
      const asked = yield* given
      const ids = [...(asked.ids ?? [])]
      const path = endpoint.path.replaceAll(/:\w+/g, () => ids.shift() ?? assert.fail("a parameter is missing"))
      const answer = yield* send(endpoint.method, `${fullPath({ ...endpoint, path })}${asked.query ?? ""}`, {
        headers: headersOf(tier, asked),
        ...(asked.body !== undefined && { json: asked.body })
      })
      assert.strictEqual(answer.status, endpoint.status, answer.text)
      yield* Schema.decodeUnknownEffect(endpoint.success, strict)(answer.json)
    }).pipe(Effect.provide(service))
  )
})

const check = (code: string, headers: Headers) =>
  send("POST", "/api/v1/contact-channels/verify/check-code", { headers, json: { code } })

describe("a checked code", () => {
  it.effect("is not found unless it was issued", () =>
    Effect.gen(function* () {
      const json = { code: "0".repeat(45) }
      for (const path of ["/auth/otp/sign-in", "/auth/password/reset", "/contact-channels/verify"]) {
        const { code } = yield* send("POST", `/api/v1${path}/check-code`, { headers: asClient, json })
        assert.strictEqual(code, "VERIFICATION_CODE_NOT_FOUND", path)
      }
    }).pipe(Effect.provide(service))
  )

  it.effect("is reported as used after its use", () =>
    Effect.gen(function* () {
      const user = yield* newUser
      const code = yield* verificationCode(user)
      yield* setUp("POST", "/contact-channels/verify", { code }, asClient)
      assert.strictEqual((yield* check(code, asClient)).code, "VERIFICATION_CODE_ALREADY_USED")
    }).pipe(Effect.provide(service))
  )

  it.effect("becomes invalid after 20 checks", () =>
    Effect.gen(function* () {
      const user = yield* newUser
      yield* addAddress(user)
      const code = yield* verificationCode(user)
      // Checks of the server tier have no rate limit.
      for (let count = 0; count < 20; count++) assert.strictEqual((yield* check(code, asServer)).status, 200)
      assert.strictEqual((yield* check(code, asServer)).code, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED")
    }).pipe(Effect.provide(service))
  )
})
