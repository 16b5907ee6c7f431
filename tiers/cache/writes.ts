/**
 * THE table: which calls are cached, and which of them a write changes, so that they are read again after it. What is in
 * no row changes nothing that is read. (The original forgets some of these: leaving a team, revoking an invitation.)
 */
import type * as Effect from "effect/Effect"
import type { ClientCalls } from "../client.ts"
import type { CallTable } from "./observe.ts"

type Call = Effect.Effect<unknown, unknown> | ((...input: Array<never>) => Effect.Effect<unknown, unknown>)

/** The paths of a tier's calls: `getUser`, `teams.list`. */
export type PathOf<Calls> = {
  [Name in keyof Calls & string]: Calls[Name] extends Call
    ? Name
    : Calls[Name] extends Readonly<Record<string, unknown>>
      ? never
      : `${Name}.${keyof Calls[Name] & string}`
}[keyof Calls & string]

const clientReads = [
  "getUser",
  "getProject",
  "contactChannels.list",
  "teams.list",
  "teams.listUsers",
  "teams.getProfile",
  "teams.listInvitations",
  "permissions.list",
  "connectedAccounts.get",
  "connectedAccounts.getAccessToken",
  "listOwnedProjects"
] as const satisfies ReadonlyArray<PathOf<ClientCalls>>

type ClientRead = (typeof clientReads)[number]

/** What depends on the teams that the user is in: the user names the selected one. */
const membership = [
  "teams.list",
  "permissions.list",
  "getUser",
  "teams.listUsers",
  "teams.getProfile",
  "teams.listInvitations"
] as const satisfies ReadonlyArray<ClientRead>

/** The client tier. A change of the session itself drops all that belongs to it, and needs no row. */
export const clientTable: CallTable = {
  reads: clientReads,
  user: "getUser" satisfies ClientRead,
  unbound: ["callOAuthCallback" satisfies PathOf<ClientCalls>],
  answers: { updateUser: "getUser" } satisfies Partial<Record<PathOf<ClientCalls>, ClientRead>>,
  writes: {
    // Members without a name or image in a team appear there with those of the user.
    updateUser: ["teams.listUsers", "teams.getProfile"],
    setPassword: ["getUser"],
    registerPasskey: ["getUser"],
    verifyEmail: ["contactChannels.list", "getUser"],
    // Comes back from linking an account, when it does not sign in.
    callOAuthCallback: ["getUser", "connectedAccounts.get", "connectedAccounts.getAccessToken"],
    "contactChannels.create": ["contactChannels.list", "getUser"],
    "contactChannels.update": ["contactChannels.list", "getUser"],
    "contactChannels.remove": ["contactChannels.list", "getUser"],
    "teams.create": ["teams.list", "permissions.list"],
    "teams.update": ["teams.list", "getUser"],
    "teams.remove": membership,
    "teams.leave": membership,
    "teams.updateProfile": ["teams.getProfile", "teams.listUsers"],
    "teams.inviteUser": ["teams.listInvitations"],
    "teams.revokeInvitation": ["teams.listInvitations"],
    acceptTeamInvitation: membership,
    createProject: ["listOwnedProjects"]
  } satisfies Partial<Record<PathOf<ClientCalls>, ReadonlyArray<ClientRead>>>
}
