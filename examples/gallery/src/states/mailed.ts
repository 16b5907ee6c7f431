/** The states of the pages that mails and providers link to. */
import { user } from "../state-page/service.ts"
import { card, code, email, problem, type StateResponse, type State, submit } from "./state.ts"

const error = (code: string): StateResponse => ({ error: code })
const query = `?code=${code}`
const confirm = { press: ".ks-card button" }
/** The card after the confirmation. */
const resultIcon = ".ks-title-icon:not([data-tone=accent])"
const newPassword = { fill: "input[type=password]", with: "harbour-terracotta-77" }
const repeat = { fill: ".ks-field:nth-of-type(2) input", with: "harbour-terracotta-77" }
const reset = [newPassword, repeat, { press: submit }]

const completion = "POST /auth/cli/complete"
const requested = {
  cli_session_state: "none",
  requested_at_millis: Date.now() - 120_000,
  expires_at_millis: Date.now() + 7_080_000,
  requested_from: { ip: "203.0.113.7" },
  user_agent: "orchard/1.0 (linux; x64)"
}
const commandLine = {
  page: "cli-auth-confirm",
  query: `?login_code=${code}`,
  signedIn: true,
  responses: { [completion]: { json: requested }, "POST /auth/cli/deny": { json: { success: true } } }
}

const linkErrors = [
  ["invalid", "VERIFICATION_CODE_NOT_FOUND"],
  ["expired", "VERIFICATION_CODE_EXPIRED"],
  ["used", "VERIFICATION_CODE_ALREADY_USED"]
] as const

/** The states of an invalid link, which the page detects on load or on confirmation. */
const badLinks = (of: string, page: string, call: string, more: Partial<State> = {}): ReadonlyArray<State> =>
  linkErrors.map(([name, code]) => ({
    of,
    name: `${name === "invalid" ? "an" : name === "expired" ? "an" : "a"} ${name} link`,
    page,
    query,
    responses: { [call]: error(code) },
    shows: ".ks-card[data-tone], .ks-card button",
    components: ["LinkCard"],
    ...more
  }))

const timedOut = { message: "The flow has timed out. <b>Please</b> sign in again.", details: "{}" }

const restrictedUser = (type: string, fields: object) =>
  user({ is_restricted: true, restricted_reason: { type }, ...fields })

const unverified = restrictedUser("email_not_verified", { primary_email_verified: false })

const errorPage = (name: string, errorCode: string, components: ReadonlyArray<string>): State => ({
  of: "ErrorPage",
  name,
  page: "error",
  query: `?${new URLSearchParams({ errorCode, ...timedOut })}`,
  shows: card,
  components
})

export const mailed: ReadonlyArray<State> = [
  { of: "ImpersonationPage", name: "without a user", page: "impersonation", shows: card },
  { of: "ForgotPassword", name: "the form", page: "forgot-password", shows: email, isMain: true },
  { of: "ForgotPassword", name: "nothing typed", page: "forgot-password", acts: [{ press: submit }], shows: problem },
  {
    of: "ForgotPassword",
    name: "sending",
    page: "forgot-password",
    acts: [{ fill: email, with: "noor@fernhill.example" }, { press: submit }],
    responses: { "POST /auth/password/send-reset-code": "never" },
    shows: "button[aria-busy=true]"
  },
  {
    of: "ForgotPassword",
    name: "sent",
    page: "forgot-password",
    acts: [{ fill: email, with: "noor@fernhill.example" }, { press: submit }],
    shows: ".ks-card:not(:has(form)) .ks-title-icon",
    components: ["EmailSentCard"]
  },
  {
    of: "PasswordReset",
    name: "looking at the link",
    page: "password-reset",
    query,
    responses: { "POST /auth/password/reset/check-code": "never" },
    shows: ".ks-card[aria-busy=true]"
  },
  { of: "PasswordReset", name: "the form", page: "password-reset", query, shows: "input[type=password]" },
  {
    of: "PasswordReset",
    name: "nothing typed",
    page: "password-reset",
    query,
    acts: [{ press: submit }],
    shows: problem
  },
  {
    of: "PasswordReset",
    name: "done",
    page: "password-reset",
    query,
    acts: reset,
    shows: ".ks-title-icon",
    components: ["PasswordResetCard"]
  },
  {
    of: "PasswordReset",
    name: "failed",
    page: "password-reset",
    query,
    acts: reset,
    responses: { "POST /auth/password/reset": error("PASSWORD_AUTHENTICATION_NOT_ENABLED") },
    shows: ".ks-title-icon",
    components: ["PasswordResetFailedCard"]
  },
  ...badLinks("PasswordReset", "password-reset", "POST /auth/password/reset/check-code"),
  { of: "EmailVerification", name: "asked", page: "email-verification", query, shows: card },
  {
    of: "EmailVerification",
    name: "done",
    page: "email-verification",
    query,
    acts: [confirm],
    shows: resultIcon,
    components: ["EmailVerifiedCard"]
  },
  ...badLinks("EmailVerification", "email-verification", "POST /contact-channels/verify", {
    acts: [confirm],
    shows: resultIcon
  }),
  {
    of: "EmailVerification",
    name: "an expired link, signed in",
    page: "email-verification",
    query,
    signedIn: true,
    acts: [confirm],
    responses: {
      "POST /contact-channels/verify": error("VERIFICATION_CODE_EXPIRED"),
      "GET /users/me": { json: user({ primary_email_verified: false }) }
    },
    shows: ".ks-title-icon[data-tone=danger]",
    components: ["LinkCard"]
  },
  { of: "MagicLinkCallback", name: "asked", page: "magic-link-callback", query, shows: card },
  {
    of: "MagicLinkCallback",
    name: "signed in already",
    page: "magic-link-callback",
    query,
    signedIn: true,
    shows: card,
    components: ["SignedInCard"]
  },
  {
    of: "MagicLinkCallback",
    name: "done",
    page: "magic-link-callback",
    query,
    acts: [confirm],
    shows: resultIcon,
    components: ["MagicLinkSuccessCard"]
  },
  ...badLinks("MagicLinkCallback", "magic-link-callback", "POST /auth/otp/sign-in", {
    acts: [confirm],
    shows: resultIcon
  }),
  {
    of: "OAuthCallback",
    name: "an error",
    page: "oauth-callback",
    query: "?errorCode=OAUTH_PROVIDER_ACCESS_DENIED&message=m&details=%7B%7D",
    shows: card,
    components: ["ErrorCard"]
  },
  errorPage("connected to another user", "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER", ["ErrorCard"]),
  errorPage("another account is connected", "USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION", ["ErrorCard"]),
  errorPage("not let in", "OAUTH_PROVIDER_ACCESS_DENIED", ["ErrorCard"]),
  errorPage("another known error", "OUTER_OAUTH_TIMEOUT", ["ErrorCard"]),
  errorPage("unknown", "NO_SUCH_CODE", ["UnknownErrorCard"]),
  { of: "SignOut", name: "signed out", page: "sign-out", shows: card, components: ["SignedOutCard"] },
  {
    of: "Onboarding",
    name: "an address to verify",
    page: "onboarding",
    signedIn: true,
    responses: { "GET /users/me": { json: unverified } },
    shows: card,
    isMain: true
  },
  {
    of: "Onboarding",
    name: "a link was sent",
    page: "onboarding",
    signedIn: true,
    responses: { "GET /users/me": { json: unverified } },
    acts: [confirm],
    shows: ".ks-mail-status"
  },
  {
    of: "Onboarding",
    name: "not verified yet",
    page: "onboarding",
    signedIn: true,
    responses: { "GET /users/me": { json: unverified } },
    acts: [confirm, { press: ".ks-mail-status + .ks-stack button" }],
    shows: problem
  },
  {
    of: "Onboarding",
    name: "no address",
    page: "onboarding",
    signedIn: true,
    responses: { "GET /users/me": { json: { ...unverified, primary_email: null } } },
    shows: email
  },
  {
    of: "Onboarding",
    name: "restricted by an administrator",
    page: "onboarding",
    signedIn: true,
    responses: {
      "GET /users/me": {
        json: restrictedUser("restricted_by_administrator", {
          restricted_by_admin: true,
          restricted_by_admin_reason: "The invoice of October is unpaid. Pay it, then write to billing@tern.example."
        })
      }
    },
    shows: ".ks-reason",
    isMain: true
  },
  {
    of: "Onboarding",
    name: "restricted without a reason",
    page: "onboarding",
    signedIn: true,
    responses: {
      "GET /users/me": { json: restrictedUser("restricted_by_administrator", { restricted_by_admin: true }) }
    },
    shows: ".ks-title-icon[data-tone=danger]"
  },
  { of: "Onboarding", name: "signed out", page: "onboarding", shows: card, components: ["SignedOutCard"] },
  { of: "Handler", name: "no such page", page: "nothing", shows: card },
  { of: "TeamInvitation", name: "signed out", page: "team-invitation", query, shows: card },
  { of: "TeamInvitation", name: "asked", page: "team-invitation", query, signedIn: true, shows: card },
  {
    of: "TeamInvitation",
    name: "joined",
    page: "team-invitation",
    query,
    signedIn: true,
    acts: [confirm],
    shows: ".ks-title-icon[data-tone=success]"
  },
  {
    of: "TeamInvitation",
    name: "not loaded",
    page: "team-invitation",
    query,
    signedIn: true,
    responses: { "POST /team-invitations/accept/details": { status: 418 } },
    shows: ".ks-card button",
    components: ["FailureCard"]
  },
  ...badLinks("TeamInvitation", "team-invitation", "POST /team-invitations/accept/details", { signedIn: true }),
  { of: "CommandLineConfirmation", name: "signed out", ...commandLine, signedIn: false, shows: card },
  {
    of: "CommandLineConfirmation",
    name: "signed out, with data on the command line",
    ...commandLine,
    responses: { [completion]: { json: { ...requested, cli_session_state: "anonymous" } } },
    signedIn: false,
    shows: card
  },
  { of: "CommandLineConfirmation", name: "asked", ...commandLine, shows: ".ks-notice", isMain: true },
  {
    of: "CommandLineConfirmation",
    name: "asked by a program with a long name",
    ...commandLine,
    responses: {
      [completion]: { json: { ...requested, user_agent: "orchard-inventory-synchronizer/1.0 ".repeat(8) } }
    },
    shows: ".ks-notice"
  },
  {
    of: "CommandLineConfirmation",
    name: "approved",
    ...commandLine,
    responses: { [completion]: [{ json: requested }, { json: { success: true } }] },
    acts: [confirm],
    shows: ".ks-title-icon[data-tone=success]"
  },
  {
    of: "CommandLineConfirmation",
    name: "denied",
    ...commandLine,
    acts: [{ press: ".ks-card button:nth-of-type(2)" }],
    shows: ".ks-card:not(:has(button))"
  },
  {
    of: "CommandLineConfirmation",
    name: "not approved",
    ...commandLine,
    responses: { [completion]: [{ json: requested }, { status: 418 }] },
    acts: [confirm],
    shows: ".ks-notice[role=alert]"
  },
  ...(
    [
      ["an invalid link", "CLI_AUTH_ERROR"],
      ["an expired link", "CLI_AUTH_EXPIRED_ERROR"],
      ["a used link", "CLI_AUTH_USED_ERROR"]
    ] as const
  ).map(([name, code]) => ({
    of: "CommandLineConfirmation",
    name,
    ...commandLine,
    responses: { [completion]: error(code) },
    shows: ".ks-card[data-tone], .ks-card:not(:has(button))"
  }))
]
