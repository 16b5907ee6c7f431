/** Every known error that a call declares is decoded as its class. */
import { describe, expectTypeOf, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type * as ConnectedAccountsApi from "../../../core/api/connected-accounts.ts"
import type * as ContactChannelsApi from "../../../core/api/contact-channels/index.ts"
import type * as PasswordApi from "../../../core/api/password/index.ts"
import type * as ProjectsApi from "../../../core/api/projects/index.ts"
import type * as TeamInvitationsApi from "../../../core/api/team-invitations.ts"
import type * as TeamMemberProfilesApi from "../../../core/api/team-member-profiles.ts"
import type * as TeamMembersApi from "../../../core/api/team-members.ts"
import type * as TeamMembershipsApi from "../../../core/api/team-memberships.ts"
import type * as TeamPermissionsApi from "../../../core/api/team-permissions.ts"
import type * as TeamsApi from "../../../core/api/teams.ts"
import type * as UsersApi from "../../../core/api/users/index.ts"
import type { AnyKnownError } from "../../../core/errors/known-error.ts"
import type { CallbackUrlMissing, PrimaryEmailMissing } from "../../../core/errors/local-errors.ts"
import type { PasswordTooLong } from "../../../core/errors/password-rules.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import type { CannotGetOwnUserWithoutUser } from "../../../core/errors/own-user.ts"
import type { OAuthStartError } from "../../../tiers/calls/oauth.ts"
import * as Client from "../../../tiers/client.ts"
import { jwt, userBody } from "../../core/calling.ts"
import { ok, scripted } from "../../core/scripted-transport.ts"
import { type ErrorBody, handledByNull, refusal, testDeclaredErrors } from "../declared-errors.ts"
import { calls, validText } from "./every-call.ts"

const signedIn = { accessToken: jwt({ exp: 4e9 }), refreshToken: "refresh-token" }

/** A client that reads the user, and whose every other request gets this error. */
const clientRefusedWith = (body: ErrorBody, actual: number) => {
  const script = scripted(({ method, url }) =>
    method === "GET" && url.endsWith("/users/me") ? ok(userBody()) : refusal(body, actual)
  )
  return Client.layerNoDeps({
    projectId: "11111111-1111-4111-8111-111111111111",
    publishableClientKey: "pck_test",
    baseUrl: "https://api.keystile.test",
    tokenStore: signedIn
  }).pipe(Layer.provide(script.layer))
}

describe.each(calls.map((one) => [one.name, one] as const))("%s", (_, one) =>
  testDeclaredErrors(
    one.sends,
    (body, actual) =>
      Client.Client.pipe(
        Effect.flatMap((client) => one.make(client, validText(one))),
        Effect.provide(clientRefusedWith(body, actual))
      ),
    { handled: handledByNull(one.handled) }
  )
)

type DeclaredBy<Api> = Api extends { readonly errors: ReadonlyArray<AnyKnownError<infer Failure>> } ? Failure : never
type FailureOf<Method extends (...input: never) => Effect.Effect<unknown, unknown>> = Effect.Error<ReturnType<Method>>
type Calls = Client.ClientCalls
type Channels = Calls["contactChannels"]
type Teams = Calls["teams"]
type Permissions = Calls["permissions"]
type Accounts = Calls["connectedAccounts"]

describe("the error type of a call", () => {
  it("contains what its endpoint declares, RequestError and local errors", () => {
    expectTypeOf<FailureOf<Calls["updateUser"]>>().toEqualTypeOf<DeclaredBy<typeof UsersApi.updateMe> | RequestError>()
    expectTypeOf<FailureOf<Calls["deleteUser"]>>().toEqualTypeOf<DeclaredBy<typeof UsersApi.removeMe> | RequestError>()
    expectTypeOf<FailureOf<Calls["updatePassword"]>>().toEqualTypeOf<
      DeclaredBy<typeof PasswordApi.update> | CannotGetOwnUserWithoutUser | PasswordTooLong | RequestError
    >()
    expectTypeOf<FailureOf<Calls["setPassword"]>>().toEqualTypeOf<
      DeclaredBy<typeof PasswordApi.set> | CannotGetOwnUserWithoutUser | PasswordTooLong | RequestError
    >()
    expectTypeOf<FailureOf<Calls["sendVerificationEmail"]>>().toEqualTypeOf<
      | DeclaredBy<typeof ContactChannelsApi.sendPrimaryVerificationCode>
      | DeclaredBy<typeof UsersApi.getMe>
      | CallbackUrlMissing
      | PrimaryEmailMissing
      | RequestError
    >()
  })

  it("contains the same for contact channels", () => {
    type Of<Api> = DeclaredBy<Api> | RequestError
    expectTypeOf<FailureOf<Channels["list"]>>().toEqualTypeOf<Of<typeof ContactChannelsApi.list>>()
    expectTypeOf<FailureOf<Channels["create"]>>().toEqualTypeOf<Of<typeof ContactChannelsApi.create>>()
    expectTypeOf<FailureOf<Channels["update"]>>().toEqualTypeOf<Of<typeof ContactChannelsApi.update>>()
    expectTypeOf<FailureOf<Channels["remove"]>>().toEqualTypeOf<Of<typeof ContactChannelsApi.remove>>()
    expectTypeOf<FailureOf<Channels["sendVerificationEmail"]>>().toEqualTypeOf<
      Of<typeof ContactChannelsApi.sendVerificationCode> | CallbackUrlMissing
    >()
  })

  it("contains the same for teams, members, invitations and permissions", () => {
    type Of<Api> = DeclaredBy<Api> | RequestError
    expectTypeOf<FailureOf<Teams["list"]>>().toEqualTypeOf<Of<typeof TeamsApi.list>>()
    expectTypeOf<FailureOf<Teams["get"]>>().toEqualTypeOf<Of<typeof TeamsApi.list>>()
    expectTypeOf<FailureOf<Teams["create"]>>().toEqualTypeOf<Of<typeof TeamsApi.create>>()
    expectTypeOf<FailureOf<Teams["update"]>>().toEqualTypeOf<Of<typeof TeamsApi.update>>()
    expectTypeOf<FailureOf<Teams["remove"]>>().toEqualTypeOf<Of<typeof TeamsApi.remove>>()
    expectTypeOf<FailureOf<Teams["leave"]>>().toEqualTypeOf<Of<typeof TeamMembershipsApi.remove>>()
    expectTypeOf<FailureOf<Teams["listUsers"]>>().toEqualTypeOf<Of<typeof TeamMemberProfilesApi.list>>()
    expectTypeOf<FailureOf<Teams["listMembers"]>>().toEqualTypeOf<Of<typeof TeamMembersApi.list>>()
    expectTypeOf<FailureOf<Teams["changeRole"]>>().toEqualTypeOf<Of<typeof TeamMembersApi.update>>()
    expectTypeOf<FailureOf<Teams["getProfile"]>>().toEqualTypeOf<Of<typeof TeamMemberProfilesApi.get>>()
    expectTypeOf<FailureOf<Teams["updateProfile"]>>().toEqualTypeOf<Of<typeof TeamMemberProfilesApi.update>>()
    expectTypeOf<FailureOf<Teams["inviteUser"]>>().toEqualTypeOf<
      Of<typeof TeamInvitationsApi.sendCode> | CallbackUrlMissing
    >()
    expectTypeOf<FailureOf<Teams["listInvitations"]>>().toEqualTypeOf<Of<typeof TeamInvitationsApi.list>>()
    expectTypeOf<FailureOf<Teams["revokeInvitation"]>>().toEqualTypeOf<Of<typeof TeamInvitationsApi.revoke>>()
    expectTypeOf<FailureOf<Teams["listReceivedInvitations"]>>().toEqualTypeOf<Of<typeof TeamInvitationsApi.list>>()
    expectTypeOf<FailureOf<Teams["acceptInvitation"]>>().toEqualTypeOf<Of<typeof TeamInvitationsApi.acceptReceived>>()
    expectTypeOf<FailureOf<Calls["verifyTeamInvitationCode"]>>().toEqualTypeOf<
      Of<typeof TeamInvitationsApi.checkCode>
    >()
    expectTypeOf<FailureOf<Calls["getTeamInvitationDetails"]>>().toEqualTypeOf<Of<typeof TeamInvitationsApi.details>>()
    expectTypeOf<FailureOf<Calls["acceptTeamInvitation"]>>().toEqualTypeOf<Of<typeof TeamInvitationsApi.accept>>()
    expectTypeOf<FailureOf<Permissions["list"]>>().toEqualTypeOf<Of<typeof TeamPermissionsApi.list>>()
    expectTypeOf<FailureOf<Permissions["get"]>>().toEqualTypeOf<Of<typeof TeamPermissionsApi.list>>()
    expectTypeOf<FailureOf<Permissions["has"]>>().toEqualTypeOf<Of<typeof TeamPermissionsApi.list>>()
  })

  it("contains the same for owned projects, and for connected accounts except the errors of a missing one", () => {
    type Handled = "OAuthConnectionNotConnectedToUser" | "OAuthConnectionDoesNotHaveRequiredScope"
    type Declared = Exclude<DeclaredBy<typeof ConnectedAccountsApi.createAccessToken>, { readonly _tag: Handled }>
    expectTypeOf<FailureOf<Accounts["get"]>>().toEqualTypeOf<Declared | RequestError>()
    expectTypeOf<FailureOf<Accounts["getAccessToken"]>>().toEqualTypeOf<Declared | RequestError>()
    expectTypeOf<FailureOf<Calls["connectAccount"]>>().toEqualTypeOf<Declared | OAuthStartError | RequestError>()
    expectTypeOf<FailureOf<Calls["listOwnedProjects"]>>().toEqualTypeOf<
      DeclaredBy<typeof ProjectsApi.listOwned> | RequestError
    >()
    expectTypeOf<FailureOf<Calls["createProject"]>>().toEqualTypeOf<
      DeclaredBy<typeof ProjectsApi.createOwned> | RequestError
    >()
  })
})
