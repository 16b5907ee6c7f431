/** Queries about the signed-in user, made from the calls that the client tier marks as cached reads. */
import * as Effect from "effect/Effect"
import { CannotGetOwnUserWithoutUser } from "../../core/errors/own-user.ts"
import { UserAuthenticationRequired } from "../../core/errors/user.ts"
import type { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"
import type { SignedInRead } from "../calls/cache-rules.ts"
import type { ConnectAccountError } from "../calls/connect-account.ts"
import type {
  ConnectedAccountOptions,
  Connection,
  ProviderTokenOptions,
  RequireConnectionError
} from "../calls/connected-accounts.ts"
import { Client, type ClientCalls } from "../client.ts"
import { keyOf } from "./query.ts"
import { callAt } from "./call-at.ts"
import type { ClientQuery } from "./queries.ts"

type CallAt<Path extends string> = Path extends keyof ClientCalls
  ? ClientCalls[Path]
  : Path extends `${infer Group extends keyof ClientCalls & string}.${infer Name}`
    ? Name extends keyof ClientCalls[Group]
      ? ClientCalls[Group][Name]
      : never
    : never

type CallMethod = (...input: never) => Effect.Effect<unknown, unknown>
type MethodAt<Path extends string> = Extract<CallAt<Path>, CallMethod>
type ResultAt<Path extends string> = ReturnType<MethodAt<Path>>

/** Makes a query. It fails without a request when no user is signed in. */
const whenSignedIn = <A, E, S>(
  path: string,
  input: ReadonlyArray<unknown>,
  signedOut: () => S
): ClientQuery<A, E | S> => ({
  name: path,
  key: keyOf(path, input),
  ofSession: true,
  effect: Effect.flatMap(Client, (client) =>
    Effect.flatMap(client.stored, ({ accessToken, refreshToken }): Effect.Effect<A, E | S> =>
      refreshToken === null && accessToken === null
        ? Effect.fail(signedOut())
        : // `signedInQuery` takes the types of the call at the path.
          (callAt(client, path, input) as Effect.Effect<A, E>)
    )
  )
})

/**
 * Returns the query of a cached read, by the path of its call and its input. When no user is signed in it fails with
 * `CannotGetOwnUserWithoutUser`, without a request.
 *
 * @example
 * const members = signedInQuery("teams.listUsers", teamId)
 */
export const signedInQuery = <const Path extends SignedInRead>(
  path: Path,
  ...input: Parameters<MethodAt<Path>>
): ClientQuery<Effect.Success<ResultAt<Path>>, Effect.Error<ResultAt<Path>> | CannotGetOwnUserWithoutUser> =>
  whenSignedIn(path, input, () => new CannotGetOwnUserWithoutUser())

/** Reads the user's email addresses. */
export const contactChannelsQuery = signedInQuery("contactChannels.list")

/** Reads the user's teams. */
export const teamsQuery = signedInQuery("teams.list")

/** Reads the members of a team. */
export const teamUsersQuery = (teamId: string) => signedInQuery("teams.listUsers", teamId)

/** An extension of the wire, see `hasExtension`. */
export const teamMembersQuery = (teamId: string) => signedInQuery("teams.listMembers", teamId)

/** Reads the user's profile in a team. */
export const teamProfileQuery = (teamId: string) => signedInQuery("teams.getProfile", teamId)

/** Reads the open invitations to a team. */
export const teamInvitationsQuery = (teamId: string) => signedInQuery("teams.listInvitations", teamId)

/** Reads the invitations that the user has received. */
export const receivedInvitationsQuery = signedInQuery("teams.listReceivedInvitations")

/** With `recursive: false` only the direct permissions, else also those that they contain. */
export const permissionsQuery = (teamId: string, recursive: boolean = true) =>
  signedInQuery("permissions.list", { teamId, recursive })

/** With `recursive: false` only the direct permissions, else also those that they contain. */
export const projectPermissionsQuery = (recursive: boolean = true) =>
  signedInQuery("projectPermissions.list", { recursive })

const scopesOf = ({ scopes = [] }: ConnectedAccountOptions): { readonly scopes: ReadonlyArray<string> } => ({
  scopes: Array.from(new Set(scopes)).sort()
})

/** Reads an account at a provider. */
export const connectedAccountQuery = (providerId: string, options: ConnectedAccountOptions = {}) =>
  signedInQuery("connectedAccounts.get", providerId, scopesOf(options))

/** Reads an account at a provider. Fails if none with the scopes is connected. */
export const requiredAccountQuery = (
  providerId: string,
  options: ConnectedAccountOptions = {}
): ClientQuery<Connection, RequireConnectionError | CannotGetOwnUserWithoutUser> =>
  whenSignedIn(
    "connectedAccounts.get",
    [providerId, { ...scopesOf(options), or: "throw" }],
    () => new CannotGetOwnUserWithoutUser()
  )

/** Reads an access token of a provider. */
export const connectedAccountTokenQuery = (providerId: string, options: ProviderTokenOptions = {}) => {
  const { accountId } = options
  const input = { ...scopesOf(options), ...(accountId !== undefined && { accountId }) }
  return signedInQuery("connectedAccounts.getAccessToken", providerId, input)
}

/**
 * Reads an account at a provider. If none with the scopes is connected, redirects to the provider; `null` if this page
 * is still shown then.
 */
export const connectAccountQuery = (
  providerId: OAuthProviderId,
  options: ConnectedAccountOptions = {}
): ClientQuery<Connection | null, ConnectAccountError | CannotGetOwnUserWithoutUser> =>
  whenSignedIn("connectAccount", [providerId, scopesOf(options)], () => new CannotGetOwnUserWithoutUser())

/** Fails with `UserAuthenticationRequired` when no user is signed in. */
export const ownedProjectsQuery: ClientQuery<
  Effect.Success<ResultAt<"listOwnedProjects">>,
  Effect.Error<ResultAt<"listOwnedProjects">>
> = whenSignedIn("listOwnedProjects", [], () => new UserAuthenticationRequired())
