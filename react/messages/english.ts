/**
 * Every text of the screens, in English. They lie in groups, so that a screen brings the texts that it shows and no
 * others; whoever names all of them, as a translation does, names them here.
 */
import { account } from "./english/account.ts"
import { forms } from "./english/forms.ts"
import { mailed } from "./english/mailed.ts"
import { menus } from "./english/menus.ts"
import { pages } from "./english/pages.ts"
import { steps } from "./english/steps.ts"
import { strength } from "./english/strength.ts"
import { teamTexts } from "./english/teams.ts"
import type { Message, PlaceholdersOf, PluralForms } from "./template.ts"

/** Every text. `{name}` stands for a value. */
export const english = {
  ...forms,
  ...steps,
  ...strength,
  ...pages,
  ...mailed,
  ...menus,
  ...account,
  ...teamTexts
} as const

/** Keys of the texts. */
export type MessageKey = keyof typeof english

/**
 * Errors with texts of their own, by their code; those that no service knows, by their tag. In English they say what the
 * service says. An error that is none of these has the service's text in every language.
 */
export type ErrorKey =
  | "EMAIL_PASSWORD_MISMATCH"
  | "USER_EMAIL_ALREADY_EXISTS"
  | "SIGN_UP_NOT_ENABLED"
  | "PASSWORD_AUTHENTICATION_NOT_ENABLED"
  | "PASSWORD_TOO_SHORT"
  | "PASSWORD_TOO_LONG"
  | "PASSWORD_CONFIRMATION_MISMATCH"
  | "USER_DOES_NOT_HAVE_PASSWORD"
  | "PASSKEY_AUTHENTICATION_NOT_ENABLED"
  | "PASSKEY_AUTHENTICATION_FAILED"
  | "PASSKEY_REGISTRATION_FAILED"
  | "PASSKEY_WEBAUTHN_ERROR"
  | "INVALID_TOTP_CODE"
  | "VERIFICATION_CODE_NOT_FOUND"
  | "VERIFICATION_CODE_EXPIRED"
  | "VERIFICATION_CODE_ALREADY_USED"
  | "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED"
  | "EMAIL_ALREADY_VERIFIED"
  | "USER_NOT_FOUND"
  | "USER_AUTHENTICATION_REQUIRED"
  | "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED"
  | "OUTER_OAUTH_TIMEOUT"
  | "INVALID_AUTHORIZATION_CODE"
  | "TEAM_MEMBERSHIP_ALREADY_EXISTS"
  | "REDIRECT_URL_NOT_WHITELISTED"
  | "CookiesBlocked"
  | "OAuthSignInFailed"
  | "BrowserRequired"

/** A text by its key. One that counts may have a form for each kind of number that its language tells apart. */
type TextOf<Text extends string> = "count" extends PlaceholdersOf<Text> ? string | PluralForms : string

/** Every text in one language. Where the English one has `{name}`, it has it. */
export type Translation = { readonly [Key in MessageKey]: TextOf<(typeof english)[Key]> } & {
  readonly [Key in ErrorKey]: string
}

/** Texts of an application's own, by key: one, some or all. Where the English one has `{name}`, they may have it. */
export type MessageOverrides = { readonly [Key in keyof Translation]?: Translation[Key] | undefined }

/** A group of texts as the screens see it: those with places are templates, see `format`. */
export type MessagesOf<Group> = {
  readonly [Key in keyof Group]: Group[Key] extends string ? Message<Group[Key]> : never
}

/** The texts that sign-in and sign-up show. */
export type Messages = MessagesOf<typeof forms>
