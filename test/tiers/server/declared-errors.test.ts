/** Every known error that a call of the server or admin tier declares is decoded as its class. */
import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import type * as ApiKeysApi from "../../../core/api/api-keys.ts"
import * as ContactChannelsApi from "../../../core/api/contact-channels/index.ts"
import type * as InvitationsApi from "../../../core/api/team-invitations.ts"
import type * as ProfilesApi from "../../../core/api/team-member-profiles.ts"
import type * as MembersApi from "../../../core/api/team-members.ts"
import type * as MembershipsApi from "../../../core/api/team-memberships.ts"
import type * as DefinitionsApi from "../../../core/api/team-permission-definitions.ts"
import type * as PermissionsApi from "../../../core/api/team-permissions.ts"
import type * as ProjectsApi from "../../../core/api/projects/index.ts"
import type * as SessionsApi from "../../../core/api/sessions/create.ts"
import type * as TeamsApi from "../../../core/api/teams.ts"
import type * as UsersApi from "../../../core/api/users/index.ts"
import { type AnyKnownError, errorBody } from "../../../core/errors/known-error.ts"
import type { CallbackUrlMissing, TestEmailFailed } from "../../../core/errors/local-errors.ts"
import type { PasswordTooLong } from "../../../core/errors/password-rules.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import type { Transport } from "../../../core/http/transport.ts"
import * as Admin from "../../../tiers/admin.ts"
import type { ClientCalls } from "../../../tiers/client.ts"
import type { ServerCalls } from "../../../tiers/server.ts"
import { jwt } from "../../core/calling.ts"
import { cases } from "../../core/errors/catalogue.ts"
import { ok, scripted } from "../../core/scripted-transport.ts"
import { declaredErrors, handledByNull, refusal, testDeclaredErrors } from "../declared-errors.ts"
import { adminCalls, CALLBACK, NO_ID, serverCalls } from "./every-call.ts"
import { arbitraryOf } from "../../../testing/arbitraries.ts"

/** An admin over this transport. */
const adminOver = (transport: Layer.Layer<Transport>) =>
  Layer.provide(
    Admin.layerNoDeps({
      projectId: "11111111-1111-4111-8111-111111111111",
      superSecretAdminKey: "sak_test",
      baseUrl: "https://api.keystile.test",
      tokenStore: { accessToken: jwt({ exp: 4e9 }), refreshToken: "refresh-token" }
    }),
    transport
  )

const all = [...serverCalls, ...adminCalls].filter(({ sends }) => declaredErrors(sends).length > 0)

describe.each(all.map((one) => [one.name, one] as const))("%s", (_, { handled, make, sends, valid }) =>
  testDeclaredErrors(
    sends,
    (body, actual) =>
      Admin.Admin.pipe(
        Effect.flatMap((calls) => make(calls, valid)),
        Effect.provide(adminOver(scripted(() => refusal(body, actual)).layer))
      ),
    { handled: handledByNull(handled) }
  )
)

describe("users.sendVerificationEmail", () => {
  const state = { used_for_auth: true, is_verified: false, is_primary: true }
  const channel = { id: NO_ID, user_id: NO_ID, value: "a@example.com", type: "email", ...state }
  const codes = new Set(ContactChannelsApi.sendVerificationCode.errors.map(({ code }) => code))
  for (const { entry, known } of cases.filter(({ entry }) => codes.has(entry.code))) {
    it.effect.prop(
      `fails with ${entry.name}, once the channel is found`,
      [arbitraryOf(known)],
      ([error]) =>
        Effect.gen(function* () {
          const body = yield* Schema.encodeEffect(errorBody(known))(error)
          const response = refusal(body, known.status)
          const script = scripted(({ method }) =>
            method === "GET" ? ok({ items: [channel], is_paginated: false }) : response
          )
          const failure = yield* Effect.flip(
            Admin.Admin.pipe(
              Effect.flatMap(({ users }) => users.sendVerificationEmail(NO_ID, { callbackUrl: CALLBACK })),
              Effect.provide(adminOver(script.layer))
            )
          )
          assert.instanceOf(failure, known)
        }),
      { arbitrary: { runs: 3 } }
    )
  }
})

type Of<Api> =
  (Api extends { readonly errors: ReadonlyArray<AnyKnownError<infer Failure>> } ? Failure : never) | RequestError
type FailureOf<Method extends (...input: never) => Effect.Effect<unknown, unknown>> = Effect.Error<ReturnType<Method>>
type Users = ServerCalls["users"]
type Teams = ServerCalls["allTeams"]
type User = ReturnType<ServerCalls["ofUser"]>
type AdminCalls = Admin.AdminCalls

describe("the error type of a call", () => {
  it("contains what its endpoint declares, RequestError and local errors, for users", () => {
    expectTypeOf<FailureOf<Users["page"]>>().toEqualTypeOf<RequestError>()
    expectTypeOf<FailureOf<Users["get"]>>().toEqualTypeOf<Of<typeof UsersApi.get>>()
    expectTypeOf<FailureOf<Users["create"]>>().toEqualTypeOf<Of<typeof UsersApi.create> | PasswordTooLong>()
    expectTypeOf<FailureOf<Users["update"]>>().toEqualTypeOf<Of<typeof UsersApi.update> | PasswordTooLong>()
    expectTypeOf<FailureOf<Users["setPassword"]>>().toEqualTypeOf<Of<typeof UsersApi.update> | PasswordTooLong>()
    expectTypeOf<FailureOf<Users["remove"]>>().toEqualTypeOf<Of<typeof UsersApi.remove>>()
    expectTypeOf<FailureOf<Users["createSession"]>>().toEqualTypeOf<Of<typeof SessionsApi.create>>()
    expectTypeOf<FailureOf<User["contactChannels"]["list"]>>().toEqualTypeOf<
      Of<typeof ContactChannelsApi.listAsServer>
    >()
    expectTypeOf<FailureOf<User["contactChannels"]["create"]>>().toEqualTypeOf<
      Of<typeof ContactChannelsApi.createAsServer>
    >()
    expectTypeOf<FailureOf<User["contactChannels"]["sendVerificationEmail"]>>().toEqualTypeOf<
      Of<typeof ContactChannelsApi.sendVerificationCode> | CallbackUrlMissing
    >()
    expectTypeOf<FailureOf<User["permissions"]["list"]>>().toEqualTypeOf<Of<typeof PermissionsApi.list>>()
    expectTypeOf<FailureOf<User["permissions"]["grant"]>>().toEqualTypeOf<Of<typeof PermissionsApi.grant>>()
    expectTypeOf<FailureOf<User["permissions"]["revoke"]>>().toEqualTypeOf<Of<typeof PermissionsApi.revoke>>()
  })

  it("contains the same for teams", () => {
    expectTypeOf<FailureOf<Teams["list"]>>().toEqualTypeOf<Of<typeof TeamsApi.listAsServer>>()
    expectTypeOf<FailureOf<Teams["get"]>>().toEqualTypeOf<Of<typeof TeamsApi.getAsServer>>()
    expectTypeOf<FailureOf<Teams["create"]>>().toEqualTypeOf<Of<typeof TeamsApi.createAsServer>>()
    expectTypeOf<FailureOf<Teams["update"]>>().toEqualTypeOf<Of<typeof TeamsApi.updateAsServer>>()
    expectTypeOf<FailureOf<Teams["remove"]>>().toEqualTypeOf<Of<typeof TeamsApi.remove>>()
    expectTypeOf<FailureOf<Teams["addUser"]>>().toEqualTypeOf<Of<typeof MembershipsApi.add>>()
    expectTypeOf<FailureOf<Teams["removeUser"]>>().toEqualTypeOf<Of<typeof MembershipsApi.remove>>()
    expectTypeOf<FailureOf<Teams["listUsers"]>>().toEqualTypeOf<Of<typeof ProfilesApi.listAsServer>>()
    expectTypeOf<FailureOf<Teams["listMembers"]>>().toEqualTypeOf<Of<typeof MembersApi.list>>()
    expectTypeOf<FailureOf<Teams["changeRole"]>>().toEqualTypeOf<Of<typeof MembersApi.update>>()
    expectTypeOf<FailureOf<Teams["inviteUser"]>>().toEqualTypeOf<
      Of<typeof InvitationsApi.sendCode> | CallbackUrlMissing
    >()
    expectTypeOf<FailureOf<Teams["listInvitations"]>>().toEqualTypeOf<Of<typeof InvitationsApi.list>>()
    expectTypeOf<FailureOf<Teams["revokeInvitation"]>>().toEqualTypeOf<Of<typeof InvitationsApi.revoke>>()
  })

  it("contains the same for the project", () => {
    expectTypeOf<Effect.Error<AdminCalls["getProject"]>>().toEqualTypeOf<Of<typeof ProjectsApi.getProjectAsAdmin>>()
    expectTypeOf<FailureOf<AdminCalls["updateProject"]>>().toEqualTypeOf<Of<typeof ProjectsApi.updateProject>>()
    expectTypeOf<FailureOf<AdminCalls["removeProject"]>>().toEqualTypeOf<RequestError>()
    expectTypeOf<FailureOf<AdminCalls["apiKeys"]["get"]>>().toEqualTypeOf<Of<typeof ApiKeysApi.get>>()
    expectTypeOf<FailureOf<AdminCalls["apiKeys"]["revoke"]>>().toEqualTypeOf<Of<typeof ApiKeysApi.update>>()
    expectTypeOf<FailureOf<AdminCalls["permissionDefinitions"]["create"]>>().toEqualTypeOf<
      Of<typeof DefinitionsApi.create>
    >()
    expectTypeOf<FailureOf<AdminCalls["permissionDefinitions"]["remove"]>>().toEqualTypeOf<
      Of<typeof DefinitionsApi.remove>
    >()
    expectTypeOf<FailureOf<AdminCalls["sendTestEmail"]>>().toEqualTypeOf<TestEmailFailed | RequestError>()
  })
})

describe("a tier with more rights", () => {
  it("is assignable to a call with fewer errors, and not the other way round", () => {
    expectTypeOf<ServerCalls>().toExtend<ClientCalls>()
    expectTypeOf<AdminCalls>().toExtend<ServerCalls>()
    expectTypeOf<ClientCalls>().not.toExtend<ServerCalls>()
    expectTypeOf<ServerCalls>().not.toExtend<AdminCalls>()
    expectTypeOf<ClientCalls>().not.toHaveProperty("users")
    expectTypeOf<ServerCalls>().not.toHaveProperty("apiKeys")
  })

  it("has no more errors for calls that change no more", () => {
    const updateUser = null as unknown as ServerCalls["updateUser"]
    const change = () => updateUser({ primaryEmail: "a@b.example" })
    expectTypeOf<Effect.Error<ReturnType<typeof change>>>().toEqualTypeOf<
      Of<typeof UsersApi.updateMeAsServer> | PasswordTooLong
    >()
  })
})
