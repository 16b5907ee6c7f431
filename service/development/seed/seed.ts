/**
 * The seed: the projects, users and teams that a service starts with.
 *
 * Applying it again only changes what it specifies about projects (see `apply-seed.ts`).
 */
import { Schema } from "effect"
import { Base64 } from "../../../core/schema/fields/base64.ts"
import { Email } from "../../../core/schema/fields/email.ts"
import { IsoTime } from "../../../core/schema/fields/iso-time.ts"
import { Metadata } from "../../../core/schema/fields/json.ts"
import { NativeAppOrigin } from "../../../core/schema/fields/native-app-origin.ts"
import { Password } from "../../../core/schema/fields/password.ts"
import { PasswordMinLength } from "../../../core/schema/fields/password-min-length.ts"
import { CustomPermissionId } from "../../../core/schema/fields/permission-id.ts"
import { SessionDuration } from "../../../core/schema/fields/session-duration.ts"
import { SupportedLanguage } from "../../../core/schema/fields/supported-language.ts"
import { LogoUrl, ProfileImageUrl } from "../../../core/schema/fields/url.ts"
import { isUuid } from "../../../core/schema/fields/is-uuid.ts"
import { Uuid } from "../../../core/schema/fields/uuid.ts"
import { EventTypes, TargetDescription, WebhookSecret, WebhookUrl } from "../../../core/schema/webhook.ts"
import { IMPORTABLE_HASH, isImportableHash } from "../../crypto/password-hash.ts"
import { LimitsSetting } from "../../http/rate-limits/limits.ts"
import { ProjectPermissions } from "../../resources/permissions/project-permissions.ts"
import { TeamPermissions } from "../../resources/permissions/team-permissions.ts"
import { NewProjectSettings } from "../../resources/projects/new-project.ts"
import { INTERNAL_PROJECT_ID } from "../../sql/records/project-record.ts"
import { SeedEmailConfig } from "./email-config.ts"
import { SeedMailTemplate } from "./mail-templates.ts"
import { SeedOAuthProvider } from "./oauth-provider.ts"
import { SeedSignUpProof } from "./sign-up-proof.ts"
import { SeedTeam } from "./team.ts"

/** Keys are sent in headers. */
const Key = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]{8,200}$/u, { expected: "8 to 200 printable characters" })
)

const ImportedHash = Schema.String.check(Schema.makeFilter(isImportableHash, { expected: IMPORTABLE_HASH }))

const SeedUser = Schema.Struct({
  id: Schema.optionalKey(Uuid),
  email: Schema.optionalKey(Email),
  /** Default false. */
  emailVerified: Schema.optionalKey(Schema.Boolean),
  /** The user signs in with the email. Default true. */
  emailUsedForAuth: Schema.optionalKey(Schema.Boolean),
  password: Schema.optionalKey(Password),
  /** An alternative to the password. */
  passwordHash: Schema.optionalKey(ImportedHash),
  displayName: Schema.optionalKey(Schema.String),
  profileImageUrl: Schema.optionalKey(ProfileImageUrl),
  clientMetadata: Schema.optionalKey(Metadata),
  clientReadOnlyMetadata: Schema.optionalKey(Metadata),
  /** Users of the project `internal` manage the projects in `{ "managedProjectIds": ["…"] }`. */
  serverMetadata: Schema.optionalKey(Metadata),
  /** The language of mails to the user, such as `pl-PL`. Default: not known. */
  language: Schema.optionalKey(SupportedLanguage),
  /** The user may sign in, and may not use the application. Default false. */
  restrictedByAdmin: Schema.optionalKey(Schema.Boolean),
  /** The reason, for the user to read. It needs `restrictedByAdmin`, as the private details. */
  restrictedByAdminReason: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** Notes that the user cannot read. */
  restrictedByAdminPrivateDetails: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** Default: now. */
  signedUpAt: Schema.optionalKey(IsoTime),
  /** The project permissions that are granted to the user. Default: those of new users. */
  permissionIds: Schema.optionalKey(Schema.Array(CustomPermissionId)),
  /** The shared secret of a second factor, base64. */
  totpSecret: Schema.optionalKey(Schema.RedactedFromValue(Base64))
}).check(
  Schema.makeFilter(({ email, id }) => email !== undefined || id !== undefined, { expected: "an id or an email" }),
  Schema.makeFilter(({ password, passwordHash }) => password === undefined || passwordHash === undefined, {
    expected: "a password or a passwordHash, not both"
  }),
  Schema.makeFilter(
    ({ restrictedByAdmin, restrictedByAdminPrivateDetails: details, restrictedByAdminReason: reason }) =>
      restrictedByAdmin === true || (reason == null && details == null),
    { expected: "restrictedByAdmin beside the reason and the private details of a restriction" }
  )
)
export type SeedUser = typeof SeedUser.Type

const SeedDomain = Schema.Struct({
  domain: Schema.String.check(
    Schema.makeFilter((text) => /^https?:\/\//.test(text) && URL.canParse(text), { expected: "an http or https URL" })
  ),
  handlerPath: Schema.String.check(Schema.isPattern(/^\//u, { expected: "a path that starts with /" }))
})

const ProjectId = Schema.String.check(
  Schema.makeFilter((id) => id === INTERNAL_PROJECT_ID || isUuid(id), { expected: `a UUID, or ${INTERNAL_PROJECT_ID}` })
)

const SeedProject = Schema.Struct({
  id: ProjectId,
  displayName: Schema.NonEmptyString,
  description: Schema.optionalKey(Schema.String),
  isProductionMode: Schema.optionalKey(Schema.Boolean),
  /** The `https` URL of the logo in mails. */
  logoUrl: Schema.optionalKey(LogoUrl),
  /** The same for the dark scheme. */
  logoDarkModeUrl: Schema.optionalKey(LogoUrl),
  /** Missing keys are generated at the first start and kept. */
  keys: Schema.optionalKey(
    Schema.Struct({
      publishableClientKey: Schema.optionalKey(Key),
      secretServerKey: Schema.optionalKey(Key),
      superSecretAdminKey: Schema.optionalKey(Key)
    })
  ),
  config: Schema.optionalKey(
    Schema.Struct({
      /** Default true. */
      signUpEnabled: Schema.optionalKey(Schema.Boolean),
      /** Sign-in with a password. Default true. */
      credentialEnabled: Schema.optionalKey(Schema.Boolean),
      magicLinkEnabled: Schema.optionalKey(Schema.Boolean),
      passkeyEnabled: Schema.optionalKey(Schema.Boolean),
      clientTeamCreationEnabled: Schema.optionalKey(Schema.Boolean),
      clientUserDeletionEnabled: Schema.optionalKey(Schema.Boolean),
      /** Users may have API keys. Default false. */
      allowUserApiKeys: Schema.optionalKey(Schema.Boolean),
      /** Teams may have API keys. Default false. */
      allowTeamApiKeys: Schema.optionalKey(Schema.Boolean),
      /** Restricts users without a verified primary address. Default false. */
      requireEmailVerification: Schema.optionalKey(Schema.Boolean),
      /** Creates a team for each new user, including those of the seed. */
      createTeamOnSignUp: Schema.optionalKey(Schema.Boolean),
      /** Allows loopback URLs as callback URLs. Default true. */
      allowLocalhost: Schema.optionalKey(Schema.Boolean),
      /** The mail server. Default: mails are stored in the mailbox only (`shared`). */
      emailConfig: Schema.optionalKey(SeedEmailConfig),
      /** Requests of clients need a publishable key. Default true. */
      clientKeyRequired: Schema.optionalKey(Schema.Boolean),
      /** Owners may sign in as a user. Default false. */
      allowImpersonation: Schema.optionalKey(Schema.Boolean),
      /** The proof that sign-up needs. Default: none, and that of an earlier seed stays. */
      signUpProof: Schema.optionalKey(SeedSignUpProof),
      /** The minimum length of new passwords, 8 to 64; `null` for the default of 8. */
      passwordMinLength: Schema.optionalKey(Schema.NullOr(PasswordMinLength)),
      /** New passwords are not compared with the service's list of breached passwords. Default false. */
      allowBreachedPasswords: Schema.optionalKey(Schema.Boolean),
      /** The lifetime of sessions, in milliseconds: 15 minutes to 367 days. `null` for the default of a year. */
      sessionLifetimeMillis: Schema.optionalKey(Schema.NullOr(SessionDuration)),
      /** A session ends after this time without a refresh, at least 15 minutes. `null`, the default: it does not. */
      sessionIdleMillis: Schema.optionalKey(Schema.NullOr(SessionDuration)),
      /** The language of mails to recipients whose language is not known, such as `pl-PL`. `null`: English. */
      mailLanguage: Schema.optionalKey(Schema.NullOr(SupportedLanguage)),
      /** Mails are in the language of their recipients. Default true. */
      translateMails: Schema.optionalKey(Schema.Boolean),
      /** The sign-in providers. Known providers that are missing here are disabled. */
      oauthProviders: Schema.optionalKey(Schema.Array(SeedOAuthProvider)),
      /** Allows clients to use the code challenge method `plain`. Default false. */
      allowPlainCodeChallenge: Schema.optionalKey(Schema.Boolean)
    })
  ),
  domains: Schema.optionalKey(Schema.Array(SeedDomain)),
  /** The native applications whose passkeys are accepted, such as `android:apk-key-hash:…`. Default: none. */
  nativeAppOrigins: Schema.optionalKey(Schema.Array(NativeAppOrigin)),
  /** Permissions of its teams. Existing ones that are missing here are kept. */
  teamPermissions: Schema.optionalKey(TeamPermissions),
  /** Permissions of its users, in no team. Existing ones that are missing here are kept. */
  projectPermissions: Schema.optionalKey(ProjectPermissions),
  /**
   * The rate limits. They are not stored. Without them in the seed of a start, the stored limits apply, and without
   * those the defaults.
   */
  limits: Schema.optionalKey(LimitsSetting),
  /**
   * The webhook targets, each with the secret that signs the payloads (`whsec_…`). The application needs the same
   * secret.
   */
  webhooks: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        url: WebhookUrl,
        secret: WebhookSecret,
        /** A note about a new target. */
        description: Schema.optionalKey(TargetDescription),
        /** The types of events that a new target receives. Default: all. */
        eventTypes: Schema.optionalKey(EventTypes)
      })
    )
  ),
  /** The mail templates that the project has changed. Existing ones that are missing here are kept. */
  mailTemplates: Schema.optionalKey(Schema.Array(SeedMailTemplate)),
  users: Schema.optionalKey(Schema.Array(SeedUser)),
  /** Teams that are added if they do not exist. With them, users of the seed get no team of their own. */
  teams: Schema.optionalKey(Schema.Array(SeedTeam))
})
export type SeedProject = typeof SeedProject.Type

export const Seed = Schema.Struct({
  projects: Schema.Array(SeedProject),
  /** Settings of projects that are created later, by the API or in the console. They are not stored. */
  newProjects: Schema.optionalKey(NewProjectSettings),
  /** Texts for readers of the file. */
  notes: Schema.optionalKey(Schema.Array(Schema.String))
})
export type Seed = typeof Seed.Type

/** A seed as in a file. */
export type SeedInput = typeof Seed.Encoded
