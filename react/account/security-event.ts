/** Says in words what an entry of the audit log means to its user. */
import type { AuditEntry } from "../../core/schema/audit-entry.ts"
import {
  alertIcon,
  keyIcon,
  linkIcon,
  lockIcon,
  mailIcon,
  passkeyIcon,
  penIcon,
  shieldIcon,
  signInIcon,
  signOutIcon,
  teamIcon,
  userIcon
} from "../components/icons.tsx"
import type { activityTexts } from "../messages/english/activity.ts"

/** The subject of an event. */
export type EventSubject =
  "password" | "passkey" | "codes" | "external" | "factor" | "recoveryCode" | "emails" | "teams" | null

export interface SecurityEvent {
  /** The key of its text. */
  readonly text: Exclude<keyof typeof activityTexts, "activityByApp" | "activityClient">
  /** Named beside the text, where the text does not name it. */
  readonly subject: EventSubject
  readonly icon: string
  /** True for a refused attempt. */
  readonly isRefused: boolean
}

interface Kind {
  readonly text: SecurityEvent["text"]
  readonly subject: EventSubject
  readonly icon: string
}

const kind = (text: Kind["text"], subject: EventSubject, icon: string): Kind => ({ text, subject, icon })

/** The endpoints that sign in, by their method. */
const signIns: Readonly<Record<string, EventSubject>> = {
  "POST /auth/password/sign-in": "password",
  "POST /auth/passkey/sign-in": "passkey",
  "POST /auth/otp/sign-in": "codes",
  "POST /auth/oauth/token": "external",
  "POST /auth/mfa/sign-in": "factor",
  "POST /auth/mfa/recovery-codes/sign-in": "recoveryCode"
}

const signedOut = kind("activitySignedOut", null, signOutIcon)
const created = kind("activityCreated", null, userIcon)
const passwordChanged = kind("activityPasswordChanged", "password", lockIcon)
const resetRequested = kind("activityResetRequested", "password", mailIcon)
const factorOn = kind("activityFactorOn", "factor", shieldIcon)
const factorOff = kind("activityFactorOff", "factor", shieldIcon)
const passkeyRemoved = kind("activityPasskeyRemoved", "passkey", passkeyIcon)
const emailChanged = kind("activityEmailChanged", "emails", mailIcon)
const verificationRequested = kind("activityVerificationRequested", "emails", mailIcon)
const impersonated = kind("activityImpersonated", null, shieldIcon)
const connected = kind("activityConnected", null, linkIcon)
const other = kind("activityOther", null, userIcon)

/** Endpoints that change something, and commands of the operator. */
const changes: Readonly<Record<string, Kind>> = {
  "POST /auth/sessions": kind("activitySignedIn", null, signInIcon),
  "DELETE /auth/sessions": signedOut,
  "DELETE /auth/sessions/current": signedOut,
  "DELETE /auth/sessions/:session_id": signedOut,
  "POST /auth/cli/poll": kind("activityCommandLine", null, signInIcon),
  "POST /auth/password/sign-up": created,
  "POST /auth/anonymous/sign-up": created,
  "POST /users": created,
  "POST /auth/password/set": passwordChanged,
  "POST /auth/password/update": passwordChanged,
  "POST /auth/password/reset": kind("activityPasswordReset", "password", lockIcon),
  "POST /auth/password/send-reset-code": resetRequested,
  "POST /auth/otp/send-sign-in-code": kind("activityCodeRequested", "codes", mailIcon),
  "POST /auth/mfa/recovery-codes": kind("activityRecoveryCodes", "factor", shieldIcon),
  "POST /auth/passkey/register": kind("activityPasskeyAdded", "passkey", passkeyIcon),
  "PATCH /passkeys/:user_id/:passkey_id": kind("activityPasskeyRenamed", "passkey", penIcon),
  "DELETE /passkeys/:user_id/:passkey_id": passkeyRemoved,
  "POST /contact-channels": kind("activityEmailAdded", "emails", mailIcon),
  "POST /contact-channels/verify": kind("activityEmailVerified", "emails", mailIcon),
  "PATCH /contact-channels/:user_id/:contact_channel_id": emailChanged,
  "DELETE /contact-channels/:user_id/:contact_channel_id": kind("activityEmailRemoved", "emails", mailIcon),
  "POST /contact-channels/send-verification-code": verificationRequested,
  "POST /contact-channels/:user_id/:contact_channel_id/send-verification-code": verificationRequested,
  "POST /user-api-keys": kind("activityApiKeyCreated", null, keyIcon),
  "POST /oauth-providers": connected,
  "PATCH /oauth-providers/:user_id/:provider_id": kind("activityAccountChanged", null, linkIcon),
  "DELETE /oauth-providers/:user_id/:provider_id": kind("activityDisconnected", null, linkIcon),
  "keystile owner create": created,
  "keystile owner link": resetRequested,
  "keystile owner sign-out": signedOut,
  "keystile owner reset-second-factor": factorOff
}

/** The fields of a user, the most important first. */
const fields: ReadonlyArray<{ readonly name: string; readonly set: Kind; readonly cleared?: Kind }> = [
  { name: "password", set: passwordChanged },
  { name: "password_hash", set: passwordChanged },
  { name: "totp_secret_base64", set: factorOn, cleared: factorOff },
  { name: "passkey_auth_enabled", set: other, cleared: passkeyRemoved },
  { name: "primary_email", set: emailChanged },
  { name: "primary_email_auth_enabled", set: emailChanged },
  { name: "primary_email_verified", set: emailChanged },
  {
    name: "otp_auth_enabled",
    set: kind("activityCodesOn", "codes", mailIcon),
    cleared: kind("activityCodesOff", "codes", mailIcon)
  }
]

const userUpdates: ReadonlySet<string> = new Set(["PATCH /users/me", "PATCH /users/:user_id"])
const callbacks: ReadonlySet<string> = new Set([
  "GET /auth/oauth/callback/:provider_id",
  "POST /auth/oauth/callback/:provider_id"
])

/** A poll or an exchange that follows signs in. */
const beginnings: ReadonlySet<string> = new Set([
  "POST /auth/cli/complete",
  "POST /auth/cli/deny",
  "POST /auth/impersonation/authorize",
  "POST /auth/oauth/cross-domain/authorize"
])

const changeOfUser = ({ changedFields, clearedFields }: AuditEntry): Kind => {
  const found = fields.find(({ name }) => changedFields.includes(name))
  if (found === undefined) return kind("activityProfile", null, userIcon)
  return clearedFields.includes(found.name) ? (found.cleared ?? found.set) : found.set
}

const changeOfApiKey = ({ changedFields }: AuditEntry): Kind =>
  kind(changedFields.includes("revoked") ? "activityApiKeyRevoked" : "activityApiKeyChanged", null, keyIcon)

const changeOf = (entry: AuditEntry): Kind | null => {
  const { action, targets } = entry
  if (userUpdates.has(action)) return changeOfUser(entry)
  // The session that follows has an entry of its own.
  if (callbacks.has(action)) {
    return targets["connected_provider_id"] === undefined ? null : connected
  }
  if (beginnings.has(action)) return null
  if (action === "PATCH /user-api-keys/:api_key_id") return changeOfApiKey(entry)
  if (/^\w+ \/team/.test(action)) return kind("activityTeam", "teams", teamIcon)
  return Object.hasOwn(changes, action) ? (changes[action] ?? other) : other
}

/** Returns what happened; `null` for what is part of another event. */
export const securityEventOf = (entry: AuditEntry): SecurityEvent | null => {
  const { action, code, outcome, targets } = entry
  const isRefused = outcome === "refused"
  if (Object.hasOwn(signIns, action)) {
    // A session that was handed over from another domain signs in by no method of its own.
    const subject = targets["source_session_id"] === undefined ? (signIns[action] ?? null) : null
    if (!isRefused && targets["connected_provider_id"] !== undefined) return { ...connected, isRefused }
    if (!isRefused && action === "POST /auth/oauth/token" && entry.actor.type === "owner") {
      return { ...impersonated, isRefused }
    }
    if (!isRefused) return { text: "activitySignedIn", subject, icon: signInIcon, isRefused }
    // The first step succeeded.
    if (code === "MULTI_FACTOR_AUTHENTICATION_REQUIRED") {
      return { text: "activityFactorAsked", subject, icon: shieldIcon, isRefused: false }
    }
    return { text: "activitySignInFailed", subject, icon: alertIcon, isRefused }
  }
  const change = changeOf(entry)
  if (change === null) return null
  if (isRefused) return { text: "activityRefused", subject: change.subject, icon: alertIcon, isRefused }
  return { text: change.text, subject: null, icon: change.icon, isRefused }
}
