/** The signed-in user as an object with methods. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SchemaParser from "effect/SchemaParser"
import type { LimitReached } from "../../core/errors/limit-reached.ts"
import type { PasskeyRegistrationFailed, PasskeyWebAuthnError } from "../../core/errors/passkey.ts"
import type { PasswordConfirmationMismatch } from "../../core/errors/password-change.ts"
import type { PasswordRequirementsNotMet } from "../../core/errors/password-rules.ts"
import type { MultiFactorAuthenticationNotEnabled } from "../../core/errors/recovery-code.ts"
import type { EmailAlreadyVerified } from "../../core/errors/contact-channel.ts"
import type { RecoveryCodesState } from "../../core/schema/recovery-codes.ts"
import { User } from "../../core/schema/user.ts"
import type { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"
import type { ContactChannel as ContactChannelData } from "../../core/schema/contact-channel.ts"
import { tokensAsText } from "../../core/session/tokens.ts"
import type { OAuthAccount } from "../../core/schema/oauth-account.ts"
import type { Team as TeamData } from "../../core/schema/team.ts"
import type { AuditLogOptions, AuditLogPage } from "../calls/audit-log.ts"
import type { ProjectInput } from "../calls/admin/project-input.ts"
import type { CallbackUrlOption } from "../calls/callback-url.ts"
import type {
  ConnectedAccountOptions,
  Connection as Connected,
  RequireConnectionOptions
} from "../calls/connected-accounts.ts"
import type { ContactChannelInput } from "../calls/contact-channels.ts"
import type { OAuthOptions } from "../calls/oauth.ts"
import type { PasskeyRegistrationOptions } from "../calls/passkey.ts"
import type { SecretText } from "../calls/redact.ts"
import type { TeamInput } from "../calls/teams.ts"
import type { OwnUserChanges, UpdatePasswordInput, UserChanges } from "../calls/user.ts"
import type { ClientCalls } from "../client.ts"
import type { AdminOwnedProject } from "./objects/admin-entities.ts"
import { type Connection, connection } from "./objects/connection.ts"
import { type ContactChannel, contactChannel } from "./objects/contact-channel.ts"
import type { CurrentUserContext, ObjectContext } from "./object-context.ts"
import { type OAuthProvider, oauthProvider } from "./objects/oauth-provider.ts"
import { type Team, team } from "./objects/team.ts"
import type { TeamReference } from "./objects/team-reference.ts"
import { type UserMethods, userMethods } from "./objects/user-methods.ts"
import { passwordRequirements, type Result, returnErrors, toResult } from "./result.ts"

/** The session's tokens as text, for an application's own server. */
export interface AuthJson {
  /** The access token; `null` without a session. */
  readonly accessToken: string | null
  /** The refresh token; `null` without a session. */
  readonly refreshToken: string | null
}

/** The methods of the signed-in user about their session. */
export interface SessionMethods {
  /** The session of the user, with its tokens. */
  readonly currentSession: { readonly getTokens: () => Promise<AuthJson> }
  /** Returns the header with the session for an application's own server: `{ "x-stack-auth": … }`. */
  readonly getAuthHeaders: () => Promise<{ readonly "x-stack-auth": string }>
  /** Returns the tokens, for a request to your own backend. */
  readonly getAuthJson: () => Promise<AuthJson>
  /** Registers a passkey for the user, in place of the previous ones unless `add` is set. */
  readonly registerPasskey: (
    options?: PasskeyRegistrationOptions
  ) => Promise<Result<void, PasskeyRegistrationFailed | LimitReached | PasskeyWebAuthnError>>
  /** Ends the session and navigates to `redirectUrl`, by default the page after a sign-out. */
  readonly signOut: (options?: { readonly redirectUrl?: string }) => Promise<void>
}

interface GetConnectedAccount {
  /**
   * Returns the account at a provider. Without an account with the scopes, it redirects to the provider, and resolves
   * with `null` if this page is still shown, as `signInWithOAuth` does.
   */
  (
    providerId: OAuthProviderId,
    options: ConnectedAccountOptions & { readonly or: "redirect" }
  ): Promise<Connection | null>
  /**
   * Returns the account at a provider. Rejects with `OAuthConnectionNotConnectedToUser` if none is connected, and with
   * `OAuthConnectionDoesNotHaveRequiredScope` if it lacks one of the scopes.
   */
  (providerId: string, options: RequireConnectionOptions): Promise<Connection>
  /** Returns the account at a provider, or `null` if none with the scopes is connected. */
  (providerId: string, options?: ConnectedAccountOptions & { readonly or?: "return-null" }): Promise<Connection | null>
}

interface CurrentUserTypes {
  readonly team: Team
  readonly teamInput: TeamInput
  readonly channel: ContactChannel
  readonly channelInput: ContactChannelInput
  readonly oauthProvider: OAuthProvider
}

/**
 * The methods of the signed-in user. They do not change the object: call `getUser()` again. When another user has
 * signed in, they reject with `RequestError` of the reason `SessionChanged`, and `signOut` leaves that user signed in.
 */
export interface CurrentUserMethods extends SessionMethods, UserMethods<CurrentUserTypes> {
  /** Returns the user as the JSON of the wire. */
  readonly toClientJson: () => unknown
  /** Changes the user. Absent fields are unchanged, and so is this object: call `getUser()` again. */
  readonly update: (changes: OwnUserChanges) => Promise<void>
  /** Changes the name. */
  readonly setDisplayName: (displayName: string | null) => Promise<void>
  /** Replaces the metadata that the user may change. */
  readonly setClientMetadata: (metadata: Exclude<UserChanges["clientMetadata"], undefined>) => Promise<void>
  /** Selects a team, or none. */
  readonly setSelectedTeam: (team: TeamReference | null) => Promise<void>
  /** Resolves with the error if the old password is wrong, or the new one is too short, too long or breached. */
  readonly updatePassword: (
    input: UpdatePasswordInput
  ) => Promise<PasswordConfirmationMismatch | PasswordRequirementsNotMet | undefined>
  /**
   * Sets the first password of a user without one. Resolves with the error if it is too short, too long or breached.
   */
  readonly setPassword: (input: { readonly password: SecretText }) => Promise<PasswordRequirementsNotMet | undefined>
  /**
   * Mails a link that verifies the primary address. Resolves with the error if it is verified already.
   *
   * @deprecated Use the method of the contact channel.
   */
  readonly sendVerificationEmail: (options?: CallbackUrlOption) => Promise<EmailAlreadyVerified | undefined>
  /** Returns how many recovery codes are unused. Needs the wire extension `recovery_codes`. */
  readonly getRecoveryCodesState: () => Promise<RecoveryCodesState>
  /**
   * Creates ten recovery codes, which replace all previous ones. Show them at once: they cannot be read again. Needs
   * the wire extension `recovery_codes`.
   */
  readonly generateRecoveryCodes: () => Promise<Result<ReadonlyArray<string>, MultiFactorAuthenticationNotEnabled>>
  /** Returns the audit log of the account, the newest entry first. Needs the wire extension `audit_log`. */
  readonly listAuditLog: (options?: AuditLogOptions) => Promise<AuditLogPage>
  /** Deletes the user, if the project lets its users do that, and ends the session. */
  readonly delete: () => Promise<void>

  /**
   * Returns an account at a provider. Without an account with the scopes it returns `null`; with `or: "throw"` it
   * rejects, and with `or: "redirect"` it redirects to the provider.
   */
  readonly getConnectedAccount: GetConnectedAccount
  /**
   * Redirects to the provider's authorization URL, to connect an account there besides those already connected.
   * Resolves if this page is still shown, as `signInWithOAuth` does.
   */
  readonly linkConnectedAccount: (providerId: OAuthProviderId, options?: OAuthOptions) => Promise<void>

  /** Returns the projects that the user owns. Only for users of the internal project. */
  readonly listOwnedProjects: () => Promise<ReadonlyArray<AdminOwnedProject>>
  /** Creates a project that the user owns. */
  readonly createProject: (project: ProjectInput) => Promise<AdminOwnedProject>
}

/** The signed-in user with methods. */
export interface CurrentUser extends Omit<User, "selectedTeam">, CurrentUserMethods {
  /** The selected team; `null` without one. */
  readonly selectedTeam: Team | null
}

/** Returns the tokens as text, refreshed if they have expired. */
export const getAuthJson = ({ calls, run }: ObjectContext<Pick<ClientCalls, "tokens">>): Promise<AuthJson> =>
  run(Effect.map(calls().tokens, tokensAsText))

/** Makes the methods about the session of the calls. */
const sessionMethods = (
  context: CurrentUserContext<Pick<ClientCalls, "tokens" | "registerPasskey">>
): SessionMethods => {
  const getTokens = () => getAuthJson(context)
  return {
    currentSession: { getTokens },
    getAuthHeaders: async () => ({ "x-stack-auth": JSON.stringify(await getTokens()) }),
    getAuthJson: getTokens,
    registerPasskey: (options) =>
      toResult(context.calls().registerPasskey(options), [
        "PasskeyRegistrationFailed",
        "LimitReached",
        "PasskeyWebAuthnError"
      ]),
    signOut: context.signOut
  }
}

/** The methods that act by the session, also on a server: `updatePassword` checks the old password, for example. */
export const ownMethods = (context: CurrentUserContext<ClientCalls>) => {
  const { calls, ownedApps, run } = context
  // Cast: TypeScript cannot derive the overloads from the implementation.
  const getConnectedAccount = (async (
    providerId: OAuthProviderId,
    options: ConnectedAccountOptions & { readonly or?: "redirect" | "throw" | "return-null" } = {}
  ) => {
    const { connectAccount, connectedAccounts } = calls()
    const get = options.or === "redirect" ? connectAccount : connectedAccounts.get
    // `get` takes the option `throw`.
    const data = await run<Connected | null, unknown>(get(providerId, options))
    return data && connection(data, options, context)
  }) as CurrentUserMethods["getConnectedAccount"]
  return {
    ...sessionMethods(context),
    updatePassword: (input) =>
      run(returnErrors(calls().updatePassword(input), ["PasswordConfirmationMismatch", ...passwordRequirements])),
    setPassword: (input) => run(returnErrors(calls().setPassword(input), passwordRequirements)),
    sendVerificationEmail: (options) =>
      run(returnErrors(calls().sendVerificationEmail(options), ["EmailAlreadyVerified"])),
    getRecoveryCodesState: () => run(calls().recoveryCodes.getState()),
    generateRecoveryCodes: () =>
      toResult(
        Effect.map(calls().recoveryCodes.generate(), (codes) => codes.map(Redacted.value)),
        ["MultiFactorAuthenticationNotEnabled"]
      ),
    listAuditLog: (options) => run(calls().auditLog.list(options)),
    delete: () => run(calls().deleteUser()),
    getConnectedAccount,
    linkConnectedAccount: (providerId, options) => run(calls().linkOAuthAccount(providerId, options)),

    listOwnedProjects: async () => {
      const { owned } = await run(ownedApps)
      return (await run(calls().listOwnedProjects())).map((data) => owned(data, calls().asProjectOwner))
    },
    createProject: async (input) => {
      const { owned } = await run(ownedApps)
      return owned(await run(calls().createProject(input)), calls().asProjectOwner)
    }
  } satisfies Partial<CurrentUserMethods>
}

/** Makes the signed-in user as an object with methods. */
export const currentUser = (user: User, context: CurrentUserContext<ClientCalls>): CurrentUser => {
  const toTeam = (data: TeamData) => team(data, context)
  const toChannel = (data: ContactChannelData) => contactChannel(data, context)
  const toAccount = (data: OAuthAccount) => oauthProvider(data, context)
  const update = async (changes: OwnUserChanges) => void (await context.run(context.calls().updateUser(changes)))
  return Object.freeze({
    ...user,
    ...ownMethods(context),
    ...userMethods(context, { toTeam, toChannel, toAccount }),
    selectedTeam: user.selectedTeam && toTeam(user.selectedTeam),
    toClientJson: () => SchemaParser.encodeSync(User)(user),

    update,
    setDisplayName: (displayName) => update({ displayName }),
    setClientMetadata: (clientMetadata) => update({ clientMetadata }),
    setSelectedTeam: (selected) => update({ selectedTeamId: selected && selected.id })
  } satisfies CurrentUser)
}
