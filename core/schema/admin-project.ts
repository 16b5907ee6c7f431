/** Projects as the admin tier reads and writes them. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { Email } from "./fields/email.ts"
import { Millis } from "./fields/millis.ts"
import { integerBetween } from "./fields/whole.ts"
import { redacted, Secret } from "./fields/secret.ts"
import { atMost, NonEmpty } from "./fields/text.ts"
import { matching } from "./fields/matching.ts"
import { NativeAppOrigin } from "./fields/native-app-origin.ts"
import { PasswordMinLength } from "./fields/password-min-length.ts"
import { SupportedLanguage } from "./fields/supported-language.ts"
import { SessionDuration } from "./fields/session-duration.ts"
import { LogoUrl, Url } from "./fields/url.ts"
import { apiKeyFlags, EnabledProvider, Extensions, flags } from "./project.ts"
import { RateLimitsSetting } from "./rate-limits-setting.ts"
import { SignUpProofSetting } from "./sign-up-proof-setting.ts"
import { wire, type WireField, type WireFields } from "./wire.ts"

/**
 * A provider with the service's keys (`shared`) or the project's own (`standard`). The id is any text, because a newer
 * service may support more providers than this client.
 */
const providerWith = <const Fields extends WireFields>(fields: Fields) =>
  Schema.Union([
    wire({ type: Schema.Literal("shared"), id: Schema.String, ...fields }),
    wire({
      type: Schema.Literal("standard"),
      id: Schema.String,
      ...fields,
      /** Both are required if the provider is enabled. */
      clientId: Schema.optionalKey(Schema.String),
      /** Empty in responses to the session of an owner. In an update, an empty one keeps the stored one. */
      clientSecret: Schema.optionalKey(Secret),
      facebookConfigId: Schema.optionalKey(Schema.String),
      microsoftTenantId: Schema.optionalKey(Schema.String)
    })
  ])

/** A sign-in provider. Services since Stack Auth 2.8 list only enabled ones, and leave the field out. */
export const OAuthProvider = providerWith({
  enabled: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(true)))
})

/** An OAuth provider in the settings of a project. */
export type OAuthProvider = typeof OAuthProvider.Type

/** An enabled provider, as clients since Stack Auth 2.8 write it. */
export const EnabledOAuthProvider = providerWith({})

export type EnabledOAuthProvider = typeof EnabledOAuthProvider.Type

/** The mail server of a project: that of the service (`shared`), or its own SMTP server (`standard`). */
export const EmailConfig = Schema.Union([
  wire({ type: Schema.Literal("shared") }),
  wire({
    type: Schema.Literal("standard"),
    host: NonEmpty,
    port: integerBetween(0, 65_535),
    username: NonEmpty,
    /** Empty in responses to the session of an owner. In an update, an empty one keeps the stored one. */
    password: redacted(Schema.String.check(atMost(70))),
    senderName: NonEmpty,
    senderEmail: Email
  })
])

/** The mail server in the settings of a project. */
export type EmailConfig = typeof EmailConfig.Type

/** A trusted domain. Callback URLs must be on one. */
export const Domain = wire({
  domain: Url.check(matching(/^https?:\/\//u, { expected: "an http or https URL" })),
  handlerPath: Schema.String.check(matching(/^\//u, { expected: "a path that begins with a slash" }))
})

/** A trusted domain of a project. */
export type Domain = typeof Domain.Type

const PermissionReference = wire({ id: Schema.String })

/** A project with the settings for its owner. */
export class AdminProject extends Schema.Opaque<AdminProject>()(
  wire(
    {
      id: Schema.String,
      displayName: Schema.String,
      description: Schema.String,
      createdAt: Millis,
      /** Absent from services since Stack Auth 2.8. */
      userCount: Schema.optionalKey(integerBetween()),
      isProductionMode: Schema.Boolean,
      /** The logo in mails. Absent without one, and from the original service. */
      logoUrl: Schema.optionalKey(Schema.NullOr(Schema.String)),
      /** The logo in mails in the dark scheme. Without it, `logoUrl` is shown in both. */
      logoDarkModeUrl: Schema.optionalKey(Schema.NullOr(Schema.String)),
      config: wire({
        ...flags,
        ...apiKeyFlags,
        /** Absent from services since Stack Auth 2.8. */
        id: Schema.optionalKey(Schema.String),
        allowLocalhost: Schema.Boolean,
        createTeamOnSignUp: Schema.Boolean,
        /** Users without a verified primary address are restricted. Absent from the original service. */
        requireEmailVerification: Schema.optionalKey(Schema.Boolean),
        oauthProviders: Schema.Array(OAuthProvider),
        enabledOauthProviders: Schema.Array(EnabledProvider),
        extensions: Extensions,
        domains: Schema.Array(Domain),
        /** The native applications whose passkeys are accepted. Absent without one, and from the original service. */
        nativeAppOrigins: Schema.optionalKey(Schema.Array(Schema.String)),
        emailConfig: EmailConfig,
        /** True if owners may sign in as a user. Absent otherwise, and from the original service. */
        allowImpersonation: Schema.optionalKey(Schema.Boolean),
        /**
         * False in a project whose clients need no publishable key. Absent otherwise, and from the original service.
         */
        clientKeyRequired: Schema.optionalKey(Schema.Boolean),
        /** The proof that sign-up needs. Absent without one, and from the original service. */
        signUpProof: Schema.optionalKey(SignUpProofSetting),
        /** The rate limits that differ from the defaults. Absent without any, and from the original service. */
        rateLimits: Schema.optionalKey(RateLimitsSetting),
        /**
         * The operator's maximum of rate limits, as a multiple of the defaults. With it no limit may be off. Absent
         * without one, and from the original service.
         */
        maxRateLimitFactor: Schema.optionalKey(integerBetween()),
        /** The minimum length of new passwords. Absent without one, and from the original service: it is then 8. */
        passwordMinLength: Schema.optionalKey(integerBetween()),
        /**
         * True if new passwords are not compared with the service's list of breached passwords. Absent otherwise, and
         * from the original service.
         */
        allowBreachedPasswords: Schema.optionalKey(Schema.Boolean),
        /** The lifetime of new sessions. Absent if it is the default of a year, and from the original service. */
        sessionLifetimeMillis: Schema.optionalKey(integerBetween()),
        /** A session ends after this time without a refresh. Absent without one, and from the original service. */
        sessionIdleMillis: Schema.optionalKey(integerBetween()),
        /**
         * The language of mails to recipients whose language is not known. Absent if it is English, and from the
         * original service.
         */
        mailLanguage: Schema.optionalKey(Schema.String),
        /**
         * False if all mails are in the language of the project. Absent otherwise, and from the original service.
         */
        translateMails: Schema.optionalKey(Schema.Boolean),
        teamCreatorDefaultPermissions: Schema.Array(PermissionReference),
        teamMemberDefaultPermissions: Schema.Array(PermissionReference),
        /** The project permissions that new users get. Absent from services before Stack Auth 2.8. */
        userDefaultPermissions: Schema.optionalKey(Schema.Array(PermissionReference))
      })
    },
    { createdAt: "created_at_millis" }
  )
) {}

const optional = <const Field extends WireField>(field: Field) => Schema.optionalKey(field)

const configFields = <Provider extends WireField>(provider: Provider) => ({
  signUpEnabled: optional(Schema.Boolean),
  credentialEnabled: optional(Schema.Boolean),
  magicLinkEnabled: optional(Schema.Boolean),
  passkeyEnabled: optional(Schema.Boolean),
  clientTeamCreationEnabled: optional(Schema.Boolean),
  clientUserDeletionEnabled: optional(Schema.Boolean),
  ...apiKeyFlags,
  allowLocalhost: optional(Schema.Boolean),
  createTeamOnSignUp: optional(Schema.Boolean),
  /** Restricts users without a verified primary address. Services before Stack Auth 2.8 ignore it. */
  requireEmailVerification: optional(Schema.Boolean),
  emailConfig: optional(EmailConfig),
  /** Owners may sign in as a user. */
  allowImpersonation: optional(Schema.Boolean),
  /** Requests of clients need a publishable key. */
  clientKeyRequired: optional(Schema.Boolean),
  /** The proof that sign-up needs; `null` for none. */
  signUpProof: optional(Schema.NullOr(SignUpProofSetting)),
  /** Replaces all rate limits; `null` sets the defaults. The original service does not have this setting. */
  rateLimits: optional(Schema.NullOr(RateLimitsSetting)),
  /** The minimum length of new passwords, 8 to 64; `null` for 8. The original service does not have this setting. */
  passwordMinLength: optional(Schema.NullOr(PasswordMinLength)),
  /** New passwords are not compared with the service's list of breached passwords. */
  allowBreachedPasswords: optional(Schema.Boolean),
  /**
   * The lifetime of sessions, 15 minutes to 367 days; `null` for the default of a year. A shorter one also applies to
   * existing sessions. The original service does not have this setting, nor the next one.
   */
  sessionLifetimeMillis: optional(Schema.NullOr(SessionDuration)),
  /** A session ends after this time without a refresh, at least 15 minutes; `null` for no such limit. */
  sessionIdleMillis: optional(Schema.NullOr(SessionDuration)),
  /**
   * The language of mails to recipients whose language is not known, such as `pl-PL`; `null` for English. The original
   * service does not have this setting, nor the next one.
   */
  mailLanguage: optional(Schema.NullOr(SupportedLanguage)),
  /** Mails are in the language of their recipients. `false`: all are in the language of the project. */
  translateMails: optional(Schema.Boolean),
  /** No domain twice. */
  domains: optional(Schema.Array(Domain)),
  /** The native applications whose passkeys are accepted, such as `android:apk-key-hash:…`. None twice, at most 20. */
  nativeAppOrigins: optional(Schema.Array(NativeAppOrigin)),
  oauthProviders: optional(Schema.Array(provider)),
  /**
   * The ids of providers to remove with their client ids and secrets. `oauthProviders` then lists the others. The
   * accounts of users stay. The original service does not have this setting.
   */
  removedOauthProviders: optional(Schema.Array(Schema.String)),
  teamCreatorDefaultPermissions: optional(Schema.Array(PermissionReference)),
  teamMemberDefaultPermissions: optional(Schema.Array(PermissionReference)),
  /** Services before Stack Auth 2.8 ignore it. */
  userDefaultPermissions: optional(Schema.Array(PermissionReference))
})

/**
 * A description to write; `null` removes it. Encodes `null` as an empty text: version 2.7.20 of the service accepts
 * `null` and then responds to every read of that project with status 500.
 */
const WritableDescription = Schema.NullOr(Schema.String).pipe(
  Schema.decodeTo(
    Schema.NullOr(Schema.String),
    SchemaTransformation.transform<string | null, string | null>({
      decode: (text) => text,
      encode: (text) => text ?? ""
    })
  )
)

const projectFields = <Provider extends WireField>(provider: Provider) => ({
  description: optional(WritableDescription),
  isProductionMode: optional(Schema.Boolean),
  /** `null` removes it. */
  logoUrl: optional(Schema.NullOr(LogoUrl)),
  logoDarkModeUrl: optional(Schema.NullOr(LogoUrl)),
  config: optional(wire(configFields(provider)))
})

/**
 * The settings that an owner may change. Absent ones are unchanged; a list replaces the old one. The providers must
 * list every existing one: disable a provider, or name it in `removedOauthProviders`.
 */
export class AdminProjectUpdate extends Schema.Opaque<AdminProjectUpdate>()(
  wire({ displayName: optional(Schema.String), ...projectFields(OAuthProvider) })
) {}

/** The same for services since Stack Auth 2.8: the providers are the enabled ones, the others are left out. */
export class ProjectSettingsUpdate extends Schema.Opaque<ProjectSettingsUpdate>()(
  wire({ displayName: optional(Schema.String), ...projectFields(EnabledOAuthProvider) })
) {}

export class AdminProjectCreate extends Schema.Opaque<AdminProjectCreate>()(
  wire({ displayName: Schema.String, ...projectFields(OAuthProvider) })
) {}
