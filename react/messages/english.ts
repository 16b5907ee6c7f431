/**
 * All English texts, in groups, so that bundles contain only the groups of their screens. Translations use this file.
 */
import { account } from "./english/account.ts"
import { activityTexts } from "./english/activity.ts"
import { apiKeyTexts } from "./english/api-keys.ts"
import { connectedAccountTexts } from "./english/connected-accounts.ts"
import { commandLineTexts } from "./english/command-line.ts"
import { forms } from "./english/forms.ts"
import { impersonationTexts } from "./english/impersonation.ts"
import { mailed } from "./english/mailed.ts"
import { menus } from "./english/menus.ts"
import { pages } from "./english/pages.ts"
import { restrictionTexts } from "./english/restriction.ts"
import { proof } from "./english/proof.ts"
import { sending } from "./english/sending.ts"
import { sessionTexts } from "./english/sessions.ts"
import { steps } from "./english/steps.ts"
import { strength } from "./english/strength.ts"
import { teamTexts } from "./english/teams.ts"
import type { MessageText, PlaceholdersOf, PluralForms } from "./template.ts"

/** All texts. `{name}` is a placeholder. */
export const english = {
  ...forms,
  ...steps,
  ...proof,
  ...sending,
  ...strength,
  ...pages,
  ...impersonationTexts,
  ...restrictionTexts,
  ...mailed,
  ...menus,
  ...account,
  ...activityTexts,
  ...apiKeyTexts,
  ...commandLineTexts,
  ...connectedAccountTexts,
  ...sessionTexts,
  ...teamTexts
} as const

/** Key of a text. */
export type MessageKey = keyof typeof english

/**
 * Errors with translated texts: known errors by their code, errors of the client by their tag. English uses the
 * service's message, as every language does for other errors.
 */
export type ErrorKey =
  | "LIMIT_REACHED"
  | "EMAIL_PASSWORD_MISMATCH"
  | "USER_EMAIL_ALREADY_EXISTS"
  | "SIGN_UP_NOT_ENABLED"
  | "SIGN_UP_PROOF_REQUIRED"
  | "SIGN_UP_PROOF_INVALID"
  | "PASSWORD_AUTHENTICATION_NOT_ENABLED"
  | "PASSWORD_TOO_SHORT"
  | "PASSWORD_TOO_LONG"
  | "PASSWORD_REQUIREMENTS_NOT_MET"
  | "PASSWORD_CONFIRMATION_MISMATCH"
  | "USER_DOES_NOT_HAVE_PASSWORD"
  | "PASSKEY_AUTHENTICATION_NOT_ENABLED"
  | "PASSKEY_AUTHENTICATION_FAILED"
  | "PASSKEY_REGISTRATION_FAILED"
  | "PASSKEY_WEBAUTHN_ERROR"
  | "INVALID_TOTP_CODE"
  | "INVALID_RECOVERY_CODE"
  | "VERIFICATION_CODE_NOT_FOUND"
  | "VERIFICATION_CODE_EXPIRED"
  | "VERIFICATION_CODE_ALREADY_USED"
  | "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED"
  | "EMAIL_ALREADY_VERIFIED"
  | "USER_NOT_FOUND"
  | "USER_AUTHENTICATION_REQUIRED"
  | "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED"
  | "OAUTH_ACCOUNT_NOT_FOUND"
  | "OUTER_OAUTH_TIMEOUT"
  | "INVALID_AUTHORIZATION_CODE"
  | "TEAM_MEMBERSHIP_ALREADY_EXISTS"
  | "NOT_ALLOWED_WHILE_IMPERSONATING"
  | "REDIRECT_URL_NOT_WHITELISTED"
  | "CookiesBlocked"
  | "OAuthSignInFailed"
  | "BrowserRequired"
  | "SignUpProofFailed"

/** A text with `{count}` may have plural forms. */
type TextOf<Text extends string> = "count" extends PlaceholdersOf<Text> ? string | PluralForms : string

/** All texts in one language, with the placeholders of the English ones. */
export type Translation = { readonly [Key in MessageKey]: TextOf<(typeof english)[Key]> } & {
  readonly [Key in ErrorKey]: string
}

/** Texts of the application, by key. They may use the placeholders of the English texts. */
export type MessageOverrides = { readonly [Key in keyof Translation]?: Translation[Key] | undefined }

/** A group of texts for the screens: texts with placeholders are templates, see `format`. */
export type MessagesOf<Group> = {
  readonly [Key in keyof Group]: Group[Key] extends string ? MessageText<Group[Key]> : never
}

/** The texts of sign-in and sign-up. */
export type Messages = MessagesOf<typeof forms>
