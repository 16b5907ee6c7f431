/** The tasks of `keystile project`: one for each command, with its arguments and flags. */
import { supportedLanguages } from "../../../core/schema/supported-languages.ts"

/** The settings that `--enable` and `--disable` switch, by the names that the flags take. */
export const switches = {
  password: "credential_enabled",
  "magic-link": "magic_link_enabled",
  passkey: "passkey_enabled",
  "sign-up": "sign_up_enabled",
  localhost: "allow_localhost",
  "client-key": "client_key_required",
  "translate-mails": "translate_mails",
  "allow-breached-passwords": "allow_breached_passwords",
  impersonation: "allow_impersonation"
} as const

export type SwitchName = keyof typeof switches

/** The checks of sign-ups that `--sign-up-proof` sets. */
export const signUpProofNames = ["none", "proof-of-work", "custom"] as const

export type SignUpProofName = (typeof signUpProofNames)[number]

/** The values of `--mail-language`. */
export const mailLanguageNames = ["default", ...supportedLanguages] as const

export type MailLanguageFlag = (typeof mailLanguageNames)[number]

/** The settings of a project in flags. */
export interface ProjectChange {
  /** A path, or `-` for stdin. */
  readonly settingsFile: string | undefined
  /** A path, `-` for stdin, or `default`. `undefined` leaves the limits as they are. */
  readonly limitsFile: string | undefined
  /** The check of sign-ups. `undefined` leaves it as it is. Turnstile is set by a file, since it has a secret key. */
  readonly signUpProof: SignUpProofName | undefined
  /** A number, or `default`. `undefined` leaves it as it is. */
  readonly passwordMinLength: string | undefined
  /** A duration such as `12 hours`, or `default`. `undefined` leaves it as it is. */
  readonly sessionLifetime: string | undefined
  /** The same for the idle timeout, whose default is none. */
  readonly sessionIdle: string | undefined
  /** A language, or `default` for English. `undefined` leaves it as it is. */
  readonly mailLanguage: MailLanguageFlag | undefined
  readonly domains: ReadonlyArray<string>
  readonly enable: ReadonlyArray<SwitchName>
  readonly disable: ReadonlyArray<SwitchName>
}

export interface KeyOptions {
  readonly admin: boolean
  /** `undefined`: they do not expire. */
  readonly expiresInDays: number | undefined
}

export type ProjectTask =
  | ({ readonly type: "create"; readonly name: string; readonly change: ProjectChange } & KeyOptions)
  | { readonly type: "list" }
  | { readonly type: "show"; readonly projectId: string }
  | {
      readonly type: "set"
      readonly projectId: string
      readonly name: string | undefined
      readonly change: ProjectChange
    }
  | ({ readonly type: "createKeys"; readonly projectId: string } & KeyOptions)
  | { readonly type: "listKeys"; readonly projectId: string }
  | { readonly type: "revokeKeys"; readonly projectId: string; readonly keySetId: string }
