/** Decides which endpoints the audit log records: those that change something. */
import {
  AboutApi,
  CommandLineApi,
  ConnectedAccountsApi,
  ContactChannelsApi,
  EmailTemplatesApi,
  InternalApi,
  NotificationPreferencesApi,
  OAuthApi,
  OtpApi,
  PasskeyApi,
  PasswordApi,
  SessionsApi,
  TeamApiKeysApi,
  TeamInvitationsApi,
  UserApiKeysApi
} from "../../core/api/index.ts"

/** Endpoints whose method is not `GET` and that change nothing of a user, a team or a project. */
const readingEndpoints: ReadonlySet<string> = new Set(
  [
    AboutApi.checkFeatureSupport,
    AboutApi.checkVersion,
    // The beginning of a sign-in, whose approval and end are recorded.
    CommandLineApi.start,
    // Read the provider's access token.
    ConnectedAccountsApi.createAccessToken,
    ConnectedAccountsApi.createAccountAccessToken,
    // Check codes without using them up.
    ContactChannelsApi.checkVerificationCode,
    OtpApi.checkSignInCode,
    PasswordApi.checkResetCode,
    TeamInvitationsApi.checkCode,
    TeamInvitationsApi.details,
    TeamApiKeysApi.check,
    UserApiKeysApi.check,
    // The challenge of a ceremony, whose end is recorded.
    PasskeyApi.initiateAuthentication,
    PasskeyApi.initiateRegistration,
    // Accepts the only value, which is there already.
    NotificationPreferencesApi.update,
    // Every client repeats this while its user is active.
    SessionsApi.refresh,
    EmailTemplatesApi.preview,
    InternalApi.createSvixToken,
    InternalApi.sendTestEmail
  ].map(({ name }) => name)
)

/** Endpoints whose method is `GET` and that change something. */
const changingReads: ReadonlySet<string> = new Set([OAuthApi.callback.name])

/** Returns whether the changes of an endpoint are recorded. */
export const isAudited = ({ method, name }: { readonly method: string; readonly name: string }): boolean =>
  method === "GET" ? changingReads.has(name) : !readingEndpoints.has(name)
