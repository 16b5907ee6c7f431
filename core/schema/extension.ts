/**
 * Extensions of the wire that a service may have. A project's settings list those of its service, so that a client
 * shows nothing that would fail. The original service lists none.
 */
export type Extension =
  | "audit_log"
  | "breached_passwords"
  | "email_previews"
  | "impersonation"
  | "mail_languages"
  | "multiple_passkeys"
  | "outgoing_mails"
  | "recovery_codes"
  | "sign_in_metrics"
  | "team_members"
  | "user_filters"
  | "webhooks"

/** The part of a project's settings with its extensions. */
interface WithExtensions {
  readonly config: { readonly extensions?: ReadonlyArray<string> }
}

/** Returns whether the service of a project has an extension. */
export const hasExtension = ({ config }: WithExtensions, extension: Extension): boolean =>
  config.extensions?.includes(extension) === true
