/** What the server tier can do, and how its calls are made. */
import * as Effect from "effect/Effect"
import * as ProjectsApi from "../core/api/projects/current.ts"
import * as UsersApi from "../core/api/users/me.ts"
import type { ConfigurationError } from "../core/config/configuration-error.ts"
import { commonErrors } from "../core/errors/common-errors.ts"
import type { PasswordTooLong } from "../core/errors/password.ts"
import type { ProjectNotFound } from "../core/errors/project.ts"
import type { RequestError } from "../core/errors/request-error.ts"
import type { UserEmailAlreadyExists } from "../core/errors/user.ts"
import { call } from "../core/call/call.ts"
import type { Project } from "../core/schema/project.ts"
import type { ServerUser } from "../core/schema/server-user.ts"
import { connectAccountCalls } from "./calls/connect-account.ts"
import { type ConnectedAccountCalls, connectedAccountCalls } from "./calls/connected-accounts.ts"
import { type CredentialCalls, credentialCalls } from "./calls/credential.ts"
import { invitationCodeCalls } from "./calls/invitation-codes.ts"
import { ownedProjectCalls } from "./calls/owned-projects.ts"
import type { CallDependencies } from "./calls/call-dependencies.ts"
import {
  type AllTeamCalls,
  allTeamCalls,
  type TeamAdministration,
  teamAdministration
} from "./calls/server/all-teams.ts"
import { type PagedUserCalls, type ServerUserChanges, userBody } from "./calls/server/all-users.ts"
import { type ServerContactChannelCalls, serverContactChannelCalls } from "./calls/server/contact-channels.ts"
import { type ServerPermissionCalls, serverPermissionCalls } from "./calls/server/permissions.ts"
import type { AllUserCalls } from "./calls/server/user-stream.ts"
import { type UserTeamCalls, userTeamCalls } from "./calls/server/user-teams.ts"
import { anyUser, sessionUser, type UserScope } from "./calls/server/user-scope.ts"
import type { SignedInCalls } from "./calls/signed-in.ts"
import { type UpdateUserError, type UserChanges, userCalls } from "./calls/user.ts"
import { type SignInCalls, signInCalls } from "./calls/sign-in.ts"
import { serverEnvironment } from "./server-environment.ts"
import { refuseBrowser } from "./refuse-browser.ts"
import type { TierFacts } from "./tier.ts"
import type { TokenStoreOption } from "./token-store.ts"

/** What there is about one user besides their own data. */
export interface UserGroups {
  /** The user's e-mail addresses. */
  readonly contactChannels: ServerContactChannelCalls
  /** The user's teams. */
  readonly teams: UserTeamCalls
  /** What the user may do in their teams. */
  readonly permissions: ServerPermissionCalls
  /** The user's accounts at providers. */
  readonly connectedAccounts: ConnectedAccountCalls
}

/** The calls which the server and admin tiers share. */
export interface ServerUserCalls<Users extends PagedUserCalls = AllUserCalls>
  extends CredentialCalls, SignInCalls, Omit<SignedInCalls, keyof UserGroups | "updateUser">, UserGroups {
  /** The signed-in user with all that the server may see, or `null`. Nothing is sent when nobody is signed in. */
  readonly getUser: Effect.Effect<ServerUser | null, RequestError>
  /** Changes the signed-in user. What is absent stays as it is. */
  readonly updateUser: {
    (changes: ServerUserChanges): Effect.Effect<ServerUser, UpdateUserError | UserEmailAlreadyExists | PasswordTooLong>
    /** What the client tier may change fails in no more ways than there, so that a server may stand in for a client. */
    (changes: UserChanges): Effect.Effect<ServerUser, UpdateUserError>
  }
  /** The teams of the signed-in user, and what is done with a team by its id. */
  readonly teams: UserTeamCalls & TeamAdministration
  /** Any user of the project. */
  readonly users: Users
  /** Any team of the project. */
  readonly allTeams: AllTeamCalls
  /** The channels, teams, permissions and connected accounts of any user, by id. */
  readonly ofUser: (userId: string) => UserGroups
}

/** The calls of the server tier. */
export interface ServerCalls<Users extends PagedUserCalls = AllUserCalls> extends ServerUserCalls<Users> {
  /** The project, as its users see it. */
  readonly getProject: Effect.Effect<Project, ProjectNotFound | RequestError>
  /** The same calls for the session in another store, e.g. that of one request. */
  readonly withTokenStore: (store: TokenStoreOption) => Effect.Effect<ServerCalls<Users>, ConfigurationError>
  /**
   * The same calls, as long as this user is signed in: once it is somebody else they fail with `SessionChanged`, and
   * nothing is sent. For what is kept of a user and used later.
   */
  readonly as: (userId: string) => ServerCalls<Users>
}

const userGroups = (scope: UserScope): UserGroups => ({
  contactChannels: serverContactChannelCalls(scope),
  teams: userTeamCalls(scope),
  permissions: serverPermissionCalls(scope),
  connectedAccounts: connectedAccountCalls(scope.dependencies, scope.userId)
})

/** How a tier's calls about any user are made: with streams or without. */
export type UsersOf<Users extends PagedUserCalls> = (dependencies: CallDependencies) => Users

export const serverUserCalls = <Users extends PagedUserCalls>(
  dependencies: CallDependencies,
  users: UsersOf<Users>
): ServerUserCalls<Users> => ({
  ...credentialCalls(dependencies),
  ...userCalls(dependencies, UsersApi.getMeAsServer),
  ...invitationCodeCalls(dependencies),
  ...ownedProjectCalls(dependencies),
  ...connectAccountCalls(dependencies),
  ...userGroups(sessionUser(dependencies)),
  teams: { ...userTeamCalls(sessionUser(dependencies)), ...teamAdministration(dependencies) },
  users: users(dependencies),
  allTeams: allTeamCalls(dependencies),
  ofUser: (userId) => userGroups(anyUser(dependencies, userId)),
  ...signInCalls(dependencies),
  getUser: Effect.flatMap(dependencies.session.tokens, ({ accessToken }) =>
    accessToken === null
      ? Effect.succeed(null)
      : dependencies
          .shared("user", call(UsersApi.getMeAsServer))
          .pipe(Effect.catchTag("CannotGetOwnUserWithoutUser", () => Effect.succeed(null)))
  ),
  // That fewer changes can fail in fewer ways cannot be told from the code.
  updateUser: ((changes: ServerUserChanges) =>
    Effect.flatMap(userBody(changes), (body) =>
      dependencies.bind(call(UsersApi.updateMeAsServer, { body }))
    )) as ServerUserCalls["updateUser"]
})

/** The server tier, over `fetch` or any other network. */
export const serverFacts = <Users extends PagedUserCalls>(users: UsersOf<Users>): TierFacts<ServerCalls<Users>> => ({
  tier: "server",
  commonErrors: Effect.succeed(commonErrors),
  environment: serverEnvironment,
  refuse: refuseBrowser,
  calls: (dependencies) => ({
    ...serverUserCalls(dependencies, users),
    getProject: dependencies.shared("project", call(ProjectsApi.getProject)),
    withTokenStore: dependencies.over,
    as: dependencies.as
  })
})

/** The calls without streams. */
export type PagedServerCalls = ServerCalls<PagedUserCalls>
