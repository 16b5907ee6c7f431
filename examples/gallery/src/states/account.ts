/** The states of the account settings. */
import {
  activity,
  activityPage,
  channels,
  currentSession,
  list,
  manyMembers,
  manyPasskeys,
  manyProfiles,
  membersForMember,
  membersWithOneAdmin,
  oauthAccounts,
  passkeys,
  permissions,
  project,
  receivedInvitations,
  teamId,
  user
} from "../state-page/service.ts"
import { type StateResponse, brand, password, problem, type State } from "./state.ts"

const settings = { of: "AccountSettings", page: "account-settings", signedIn: true } as const
const section = (n: number) => `.ks-page section:nth-of-type(${n})`
const auth = { ...settings, hash: "#auth" } as const
const everything = { otp_auth_enabled: true, passkey_auth_enabled: true, requires_totp_mfa: true }

const everyMethodOn = { "GET /users/me": { json: user(everything) }, "GET /passkeys/me": list(passkeys) } as const
const passkeyMenu = { press: `${section(3)} .ks-list-row button` }

const apiKeys = {
  ...settings,
  hash: "#settings",
  config: { allow_user_api_keys: true, allow_team_api_keys: true }
} as const
const newApiKey = { press: `${section(1)} .ks-section-head button` }
const createApiKey = { press: `${section(1)} form button[type=submit]` }

const withoutPassword: StateResponse = {
  json: user({ has_password: false, otp_auth_enabled: true, requires_totp_mfa: true })
}
const noRecoveryCodes: StateResponse = { json: { remaining: 0, created_at_millis: null, last_used_at_millis: null } }

export const accountStates: ReadonlyArray<State> = [
  { ...settings, name: "profile", shows: "input[type=file] + button", isMain: true },
  { ...settings, name: "a logo", theme: brand, shows: "input[type=file] + button" },
  { ...settings, name: "loading", responses: { "GET /users/me": "never" }, shows: ".ks-account .ks-skeleton" },
  {
    ...settings,
    name: "an anonymous user",
    responses: {
      "GET /users/me": {
        json: user({
          is_anonymous: true,
          is_restricted: true,
          restricted_reason: { type: "anonymous" },
          primary_email: null
        })
      }
    },
    shows: ".ks-card button",
    isMain: true
  },
  {
    ...settings,
    name: "a name that is too long",
    acts: [{ fill: "input[autocomplete=name]", with: "Noor ".repeat(60) }, { press: "button[type=submit]" }],
    shows: problem
  },
  {
    ...settings,
    name: "not saved",
    acts: [{ fill: "input[autocomplete=name]", with: "Noor" }, { press: "button[type=submit]" }],
    responses: { "PATCH /users/me": "no connection" },
    shows: problem
  },
  { ...auth, name: "sign-in methods", shows: ".ks-list-row", isMain: true },
  { ...auth, name: "every method on", responses: everyMethodOn, shows: ".ks-list-row" },
  {
    ...auth,
    name: "no password",
    responses: { "GET /users/me": { json: user({ has_password: false, otp_auth_enabled: true }) } },
    shows: ".ks-list-row"
  },
  { ...auth, name: "emails not loaded", responses: { "GET /contact-channels": { status: 418 } }, shows: problem },
  { ...auth, name: "no email", responses: { "GET /contact-channels": list([]) }, shows: "input[type=email]" },
  { ...auth, name: "the menu of an email", acts: [{ press: ".ks-list-row button" }], shows: "[role=menu]" },
  {
    ...auth,
    name: "an email twice",
    acts: [
      { fill: "input[type=email]", with: "noor.lindqvist@fernhill.example" },
      { press: "form button[type=submit]" }
    ],
    shows: problem
  },
  { ...auth, name: "a new password", acts: [{ press: `${section(2)} button` }], shows: password },
  { ...auth, name: "your password first", acts: [{ press: `${section(3)} button` }], shows: "[role=dialog], dialog" },
  {
    ...auth,
    name: "one passkey, on a service without several",
    config: { extensions: ["recovery_codes"] },
    responses: { "GET /users/me": { json: user(everything) } },
    shows: `${section(3)} .ks-button[data-variant=danger]`
  },
  {
    ...auth,
    name: "passkeys not loaded",
    responses: { ...everyMethodOn, "GET /passkeys/me": { status: 418 } },
    shows: problem
  },
  {
    ...auth,
    name: "the maximum of passkeys",
    responses: { ...everyMethodOn, "GET /passkeys/me": list(manyPasskeys) },
    shows: `${section(3)} .ks-hint`
  },
  { ...auth, name: "the menu of a passkey", responses: everyMethodOn, acts: [passkeyMenu], shows: "[role=menu]" },
  {
    ...auth,
    name: "renaming a passkey",
    responses: everyMethodOn,
    acts: [passkeyMenu, { press: "[role=menuitem]" }],
    shows: `${section(3)} li input`
  },
  {
    ...auth,
    name: "removing a passkey",
    responses: everyMethodOn,
    acts: [passkeyMenu, { press: "[role=menuitem]:last-child" }],
    shows: "[role=dialog], dialog"
  },
  {
    ...auth,
    name: "connected accounts",
    responses: { "GET /oauth-providers": list(oauthAccounts) },
    shows: `${section(5)} .ks-list-row`,
    isMain: true
  },
  {
    ...auth,
    name: "no connected account",
    responses: { "GET /oauth-providers": list([]) },
    shows: `${section(5)} > .ks-text`
  },
  {
    ...auth,
    name: "connected accounts not loaded",
    responses: { "GET /oauth-providers": { status: 418 } },
    shows: problem
  },
  {
    ...auth,
    name: "connecting an account",
    responses: { "GET /oauth-providers": list(oauthAccounts) },
    acts: [{ press: `${section(5)} .ks-section-head button` }],
    shows: "[role=menu]"
  },
  {
    ...auth,
    name: "the menu of a connected account",
    responses: { "GET /oauth-providers": list(oauthAccounts) },
    acts: [{ press: `${section(5)} li:nth-child(2) button` }],
    shows: "[role=menu]"
  },
  {
    ...auth,
    name: "disconnecting an account",
    responses: { "GET /oauth-providers": list(oauthAccounts) },
    acts: [{ press: `${section(5)} li:nth-child(2) button` }, { press: "[role=menuitem]:last-child" }],
    shows: "[role=dialog], dialog"
  },
  {
    ...auth,
    name: "the second factor",
    responses: { "GET /users/me": { json: user({ has_password: false, otp_auth_enabled: true }) } },
    acts: [{ press: `${section(6)} button` }],
    shows: ".ks-qr"
  },
  {
    ...auth,
    name: "no recovery codes",
    responses: { "GET /users/me": withoutPassword, "GET /auth/mfa/recovery-codes": noRecoveryCodes },
    shows: section(7)
  },
  {
    ...auth,
    name: "new recovery codes",
    responses: { "GET /users/me": withoutPassword, "GET /auth/mfa/recovery-codes": noRecoveryCodes },
    acts: [{ press: `${section(7)} button` }],
    shows: ".ks-recovery-codes"
  },
  {
    ...auth,
    name: "recovery codes not created",
    responses: {
      "GET /users/me": withoutPassword,
      "GET /auth/mfa/recovery-codes": noRecoveryCodes,
      "POST /auth/mfa/recovery-codes": { error: "MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED" }
    },
    acts: [{ press: `${section(7)} button` }],
    shows: problem
  },
  { ...auth, name: "sessions", shows: `${section(7)} .ks-list-row`, isMain: true },
  {
    ...auth,
    name: "a session on this device only",
    responses: { "GET /auth/sessions": list([currentSession]) },
    shows: `${section(7)} .ks-list-row`
  },
  {
    ...auth,
    name: "sessions loading",
    responses: { "GET /auth/sessions": "never" },
    shows: `${section(7)} .ks-section-skeleton`
  },
  { ...auth, name: "sessions not loaded", responses: { "GET /auth/sessions": { status: 418 } }, shows: problem },
  {
    ...auth,
    name: "signing out a device",
    acts: [{ press: `${section(7)} .ks-list-row button` }],
    shows: "[role=dialog], dialog"
  },
  {
    ...auth,
    name: "signing out all other devices",
    acts: [{ press: `${section(7)} .ks-confirm button` }],
    shows: "[role=dialog], dialog"
  },
  { ...auth, name: "security activity", shows: ".ks-event", isMain: true },
  {
    ...auth,
    name: "the whole security activity",
    responses: { "GET /audit-log": activityPage(activity.slice(0, 3), null) },
    shows: ".ks-event"
  },
  {
    ...auth,
    name: "security activity loading",
    responses: { "GET /audit-log": "never" },
    shows: `${section(8)} .ks-section-skeleton`
  },
  {
    ...auth,
    name: "no security activity",
    responses: { "GET /audit-log": activityPage([], null) },
    shows: `${section(8)} > .ks-text`
  },
  { ...auth, name: "security activity not loaded", responses: { "GET /audit-log": { status: 418 } }, shows: problem },
  { ...settings, name: "settings", hash: "#settings", shows: ".ks-button[data-variant=danger]" },
  { ...apiKeys, name: "API keys", shows: `${section(1)} .ks-list-row`, isMain: true },
  {
    ...apiKeys,
    name: "revoked and expired API keys",
    acts: [{ press: `${section(1)} summary` }],
    shows: `${section(1)} details .ks-list-row`
  },
  { ...apiKeys, name: "no API keys", responses: { "GET /user-api-keys": list([]) }, shows: ".ks-section-head button" },
  { ...apiKeys, name: "API keys not loaded", responses: { "GET /user-api-keys": { status: 418 } }, shows: problem },
  { ...apiKeys, name: "a new API key", acts: [newApiKey], shows: `${section(1)} select` },
  { ...apiKeys, name: "an API key without a name", acts: [newApiKey, createApiKey], shows: problem },
  {
    ...apiKeys,
    name: "an API key that is shown once",
    responses: { "GET /users/me": { json: user({ has_password: false }) } },
    acts: [newApiKey, { fill: `${section(1)} input`, with: "CI" }, createApiKey],
    shows: `${section(1)} code`
  },
  {
    ...apiKeys,
    name: "revoking an API key",
    acts: [{ press: `${section(1)} .ks-list-row button` }],
    shows: "[role=dialog], dialog"
  },
  {
    ...apiKeys,
    name: "the API keys of a team",
    hash: `#team-${teamId}`,
    responses: { "GET /team-permissions": permissions("$manage_api_keys") },
    shows: ".ks-page .ks-list-row"
  },
  {
    ...settings,
    name: "deleting the account",
    hash: "#settings",
    acts: [{ press: ".ks-button[data-variant=danger]" }],
    shows: "[role=dialog], dialog"
  },
  { ...settings, name: "a team, as who manages it", hash: `#team-${teamId}`, shows: ".ks-page ul li", isMain: true },
  {
    ...settings,
    name: "a team, as a member",
    hash: `#team-${teamId}`,
    responses: { "GET /team-permissions": permissions("$read_members"), "GET /team-members": list(membersForMember) },
    shows: ".ks-page ul li"
  },
  {
    ...settings,
    name: "a team, as a member with no permission",
    hash: `#team-${teamId}`,
    responses: { "GET /team-permissions": permissions() },
    shows: ".ks-button[data-variant=danger]"
  },
  {
    ...settings,
    name: "a team, members not loaded",
    hash: `#team-${teamId}`,
    responses: { "GET /team-members": { status: 418 } },
    shows: problem
  },
  {
    ...settings,
    name: "an invitation that may not be sent",
    hash: `#team-${teamId}`,
    acts: [
      { fill: "input[type=email]", with: "ada@quayside.example" },
      { press: "form:has(input[type=email]) button[type=submit]" }
    ],
    responses: {
      "POST /team-invitations/send-code": {
        error: "TEAM_PERMISSION_REQUIRED",
        details: { team_id: teamId, user_id: channels[0]?.user_id, permission_id: "$invite_members" }
      }
    },
    shows: problem
  },
  {
    ...settings,
    name: "more than ten members",
    hash: `#team-${teamId}`,
    responses: { "GET /team-members": list(manyMembers) },
    shows: "input[type=search]"
  },
  {
    ...settings,
    name: "members of a service without roles",
    hash: `#team-${teamId}`,
    responses: {
      "GET /projects/current": { json: project({ extensions: [] }) },
      "GET /team-member-profiles": list(manyProfiles)
    },
    shows: "input[type=search]"
  },
  {
    ...settings,
    name: "removing a member",
    hash: `#team-${teamId}`,
    responses: { "GET /projects/current": { json: project({ extensions: [] }) } },
    acts: [{ press: ".ks-list li:nth-child(2) .ks-button" }],
    shows: "[role=dialog], dialog"
  },
  {
    ...settings,
    name: "the actions for a member",
    hash: `#team-${teamId}`,
    acts: [{ press: ".ks-list li:nth-child(2) .ks-icon-button" }],
    shows: "[role=menu]"
  },
  {
    ...settings,
    name: "making a member an admin",
    hash: `#team-${teamId}`,
    acts: [{ press: ".ks-list li:nth-child(3) .ks-icon-button" }, { press: "[role=menuitem]" }],
    shows: "[role=dialog], dialog"
  },
  {
    ...settings,
    name: "replacing a custom role",
    hash: `#team-${teamId}`,
    acts: [{ press: ".ks-list li:nth-child(4) .ks-icon-button" }, { press: "[role=menuitem]:nth-of-type(2)" }],
    shows: "[role=dialog], dialog"
  },
  {
    ...settings,
    name: "the only admin of a team",
    hash: `#team-${teamId}`,
    responses: { "GET /team-members": list(membersWithOneAdmin) },
    shows: ".ks-confirm .ks-hint"
  },
  {
    ...settings,
    name: "an invitation twice",
    hash: `#team-${teamId}`,
    acts: [
      { fill: "input[type=email]", with: "ada@fernhill.example" },
      { press: "form:has(input[type=email]) button[type=submit]" }
    ],
    shows: problem
  },
  {
    ...settings,
    name: "leaving a team",
    hash: `#team-${teamId}`,
    acts: [{ press: ".ks-button[data-variant=danger]" }],
    shows: "[role=dialog], dialog"
  },
  {
    ...settings,
    name: "received invitations",
    hash: "#invitations",
    responses: { "GET /team-invitations": receivedInvitations },
    shows: ".ks-list-row"
  },
  {
    ...settings,
    name: "an invitation that was revoked",
    hash: "#invitations",
    responses: {
      "GET /team-invitations": receivedInvitations,
      "POST /team-invitations/66666666-6666-4666-8666-666666666660/accept": { error: "VERIFICATION_CODE_NOT_FOUND" }
    },
    acts: [{ press: ".ks-list-row .ks-button" }],
    shows: problem
  },
  { ...settings, name: "no received invitations", hash: "#invitations", shows: ".ks-section" },
  { ...settings, name: "a new team", hash: "#team-creation", shows: "form input" },
  { ...settings, name: "a page that is gone", hash: "#team-0", shows: ".ks-page > .ks-text" }
]
