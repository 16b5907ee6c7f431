/**
 * The rule of each call of the client tier: a cached read, a change of cached reads, or neither. The compiler requires
 * an entry for every call. Calls whose code is loaded on demand take their names from here, see `on-demand-calls.ts`.
 *
 * A change of the session drops every cached read of that session, so signing in or out needs no `changes`.
 */
import type * as Effect from "effect/Effect"
import type { User } from "../../core/schema/user.ts"
import type { ClientCalls } from "../client.ts"
import type { AnonymousCalls } from "./anonymous.ts"
import { unrestrictedUser } from "./user-state.ts"
import type { OAuthCallbackCalls } from "./sign-in.ts"
import type { SignInMethods } from "./sign-in-methods.ts"
import type { SignUpCalls } from "./sign-up.ts"
import type { SignedInCalls } from "./signed-in.ts"

/** A call, by its effect on a cache. */
export type CacheRule =
  /** A read whose result is cached by its path and input. */
  | { readonly kind: "read" }
  | CacheSelection
  /** A call that neither is cached nor changes what is. */
  | { readonly kind: "uncached" }
  /** An uncached call for the user who is shown. When another user has signed in, it fails with `SessionChanged`. */
  | { readonly kind: "bound" }
  /** An uncached call that may start a session. If it does, the calls after it are for the user of that session. */
  | { readonly kind: "session" }
  | CacheWrite

/** A read without input that returns a part of another one, which is cached. */
export interface CacheSelection {
  readonly kind: "selection"
  readonly of: CallPath
  readonly select: (result: User | null) => User | null
}

/** A call that changes cached reads. */
export interface CacheWrite {
  readonly kind: "write"
  /** The paths of the reads that are refreshed after the call, for every input: `teams.list`. */
  readonly changes: ReadonlyArray<CallPath>
  /** The read without input that the result of the call replaces. */
  readonly replaces?: CallPath
  /**
   * The call may run while another user is signed in than the one whose reads are shown, and may start a session, after
   * which the calls are for its user. Default `false`.
   */
  readonly forAnyUser?: boolean
}

type Call = Effect.Effect<unknown, unknown> | ((...input: never) => Effect.Effect<unknown, unknown>)

/** A rule for each call, and for each call of each group. */
export type CacheRules<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends Call ? CacheRule : CacheRules<Calls[Name]>
}

/** Members of the client tier that send nothing, or that only read the session. */
type NoRule =
  "as" | "asProjectOwner" | "navigation" | "onSessionChange" | "projectId" | "stored" | "tokens" | "withTokenStore"

/** The calls of the client tier: those at the top, and the groups. */
export type RuledCalls = Omit<ClientCalls, NoRule>

type PathsOf<Calls> = {
  [Name in keyof Calls & string]: Calls[Name] extends Call ? Name : `${Name}.${keyof Calls[Name] & string}`
}[keyof Calls & string]

/** The path of a call of the client tier: `getUser`, `teams.list`. */
export type CallPath = PathsOf<RuledCalls>

const read = { kind: "read" } as const
const uncached = { kind: "uncached" } as const
const bound = { kind: "bound" } as const
/** Also for a call that starts a session only in some cases. */
const startsSession = { kind: "session" } as const

/** Every change is in the audit log. */
const changes = (...paths: ReadonlyArray<CallPath>) =>
  ({ kind: "write", changes: [...paths, "auditLog.list"] }) as const

/** The user's own data names the selected team, so it changes with the memberships. */
const changesMemberships = changes(
  "teams.list",
  "permissions.list",
  "getSessionUser",
  "teams.listUsers",
  "teams.listMembers",
  "teams.getProfile",
  "teams.listInvitations",
  "teamApiKeys.list",
  "teams.listReceivedInvitations"
)

/** Members of a team see the user's primary address. A verified address receives invitations. */
const changesAddresses = changes(
  "contactChannels.list",
  "getSessionUser",
  "teams.listMembers",
  "teams.listReceivedInvitations"
)

/** The user's own data names the accounts at providers. */
const changesAccounts = changes(
  "oauthProviders.list",
  "getSessionUser",
  "connectedAccounts.list",
  "connectedAccounts.get",
  "connectedAccounts.getAccessToken"
)

export const anonymousRules = {
  signUpAnonymously: startsSession
} as const satisfies CacheRules<AnonymousCalls>

export const signUpRules = {
  signUpWithCredential: startsSession,
  makeSignUpProof: uncached
} as const satisfies CacheRules<SignUpCalls>

export const signInRules = {
  signInOnCommandLine: startsSession,
  getCommandLineSignIn: uncached,
  // The session starts with the next poll of the command line.
  approveCommandLineSignIn: changes(),
  denyCommandLineSignIn: uncached,
  continueCommandLineSession: startsSession,
  sendMagicLinkEmail: uncached,
  signInWithMagicLink: startsSession,
  completeMultiFactor: startsSession,
  signInWithOAuth: uncached,
  linkOAuthAccount: bound,
  signInWithPasskey: startsSession,
  registerPasskey: changes("getSessionUser", "passkeys.list"),
  sendForgotPasswordEmail: uncached,
  verifyPasswordResetCode: uncached,
  resetPassword: uncached,
  verifyEmail: changesAddresses,
  startImpersonation: uncached
} as const satisfies CacheRules<SignInMethods>

export const signedInRules = {
  // Members without a name or image of their own in a team appear there with those of the user.
  // A change of the second factor deletes its recovery codes. Turning passkeys off removes them.
  // A new primary address is a contact channel.
  updateUser: {
    ...changes(
      "contactChannels.list",
      "teams.listUsers",
      "teams.listMembers",
      "teams.getProfile",
      "recoveryCodes.getState",
      "passkeys.list"
    ),
    replaces: "getSessionUser"
  },
  deleteUser: bound,
  // Only users who have a password already can update it. It revokes their other sessions.
  updatePassword: changes("sessions.list"),
  setPassword: changes("getSessionUser"),
  sendVerificationEmail: changes(),
  verifyTeamInvitationCode: uncached,
  getTeamInvitationDetails: uncached,
  acceptTeamInvitation: changesMemberships,
  listOwnedProjects: read,
  createProject: changes("listOwnedProjects"),
  connectAccount: bound,
  contactChannels: {
    list: read,
    create: changesAddresses,
    update: changesAddresses,
    remove: changesAddresses,
    sendVerificationEmail: changes()
  },
  teams: {
    list: read,
    get: uncached,
    create: changes("teams.list", "permissions.list"),
    update: changes("teams.list", "getSessionUser"),
    remove: changesMemberships,
    leave: changesMemberships,
    removeUser: changesMemberships,
    listUsers: read,
    listMembers: read,
    // The user's own role decides what they see of the team.
    changeRole: changes("teams.listMembers", "permissions.list", "teamApiKeys.list"),
    getProfile: read,
    updateProfile: changes("teams.getProfile", "teams.listUsers", "teams.listMembers"),
    inviteUser: changes("teams.listInvitations"),
    listInvitations: read,
    revokeInvitation: changes("teams.listInvitations"),
    listReceivedInvitations: read,
    acceptInvitation: changesMemberships
  },
  permissions: {
    list: read,
    get: uncached,
    has: uncached
  },
  projectPermissions: {
    list: read,
    get: uncached,
    has: uncached
  },
  oauthProviders: {
    list: read,
    get: uncached,
    update: changesAccounts,
    remove: changesAccounts
  },
  connectedAccounts: {
    list: read,
    get: read,
    getAccessToken: read
  },
  passkeys: {
    list: read,
    rename: changes("passkeys.list"),
    remove: changes("passkeys.list", "getSessionUser")
  },
  sessions: {
    list: read,
    revoke: changes("sessions.list"),
    revokeOthers: changes("sessions.list")
  },
  recoveryCodes: {
    getState: read,
    generate: changes("recoveryCodes.getState")
  },
  userApiKeys: {
    list: read,
    get: uncached,
    create: changes("userApiKeys.list"),
    update: changes("userApiKeys.list"),
    revoke: changes("userApiKeys.list")
  },
  teamApiKeys: {
    list: read,
    get: uncached,
    create: changes("teamApiKeys.list"),
    update: changes("teamApiKeys.list"),
    revoke: changes("teamApiKeys.list")
  },
  auditLog: {
    list: read
  }
} as const satisfies CacheRules<SignedInCalls>

const oauthCallbackRules = {
  // Signs in, or ends the linking of an account, which leaves the session as it is.
  callOAuthCallback: {
    ...changesAccounts,
    forAnyUser: true
  },
  readErrorPage: uncached
} as const satisfies CacheRules<OAuthCallbackCalls>

export const clientRules = {
  ...anonymousRules,
  ...signUpRules,
  ...signInRules,
  ...signedInRules,
  ...oauthCallbackRules,
  getSessionUser: read,
  getUser: { kind: "selection", of: "getSessionUser", select: unrestrictedUser },
  // Reads again after the sign-up, as every change of the session does.
  getUserOrAnonymous: startsSession,
  getProject: read,
  signInWithCredential: startsSession,
  signOut: uncached
} as const satisfies CacheRules<RuledCalls>

type ReadsOf<Rules> = {
  [Name in keyof Rules & string]: Rules[Name] extends CacheRule
    ? Rules[Name] extends { readonly kind: "read" }
      ? Name
      : never
    : `${Name}.${ReadsOf<Rules[Name]>}`
}[keyof Rules & string]

/** The path of a cached read of the signed-in user. */
export type SignedInRead = ReadsOf<typeof signedInRules>
