/** The lifetimes of codes, in milliseconds. Mails name those of the codes that they contain. */
import type { CodeKind } from "./verification-code-store.ts"

export const DAY_MILLIS = 86_400_000

export const codeLifetimes = {
  email_verification: 7 * DAY_MILLIS,
  magic_link: 7 * DAY_MILLIS,
  password_reset: 7 * DAY_MILLIS,
  team_invitation: 7 * DAY_MILLIS,
  mfa_attempt: 5 * 60_000,
  passkey_authentication: 65_000,
  passkey_registration: 65_000
} as const satisfies Readonly<Record<CodeKind, number>>
