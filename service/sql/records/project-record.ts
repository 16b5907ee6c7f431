/** A stored project with its settings. */
import { Schema } from "effect"
import { Millis } from "../../../core/schema/fields/millis.ts"
import { wire } from "../../../core/schema/wire.ts"
import { Flag } from "../rows.ts"

export const projectFields = {
  id: Schema.String,
  displayName: Schema.String,
  description: Schema.String,
  isProductionMode: Flag,
  logoUrl: Schema.NullOr(Schema.String),
  logoDarkModeUrl: Schema.NullOr(Schema.String),
  createdAt: Millis,
  configId: Schema.String,
  signUpEnabled: Flag,
  credentialEnabled: Flag,
  magicLinkEnabled: Flag,
  passkeyEnabled: Flag,
  clientTeamCreationEnabled: Flag,
  clientUserDeletionEnabled: Flag,
  allowUserApiKeys: Flag,
  allowTeamApiKeys: Flag,
  requireEmailVerification: Flag,
  createTeamOnSignUp: Flag,
  allowLocalhost: Flag,
  /** Requests of clients need a publishable client key. */
  clientKeyRequired: Flag,
  /** Owners may sign in as a user. */
  allowImpersonation: Flag,
  /** `null`: 8 for the client tier, and none for the others. */
  passwordMinLength: Schema.NullOr(Schema.Finite),
  allowBreachedPasswords: Flag,
  /** `null` for a year. */
  sessionLifetimeMillis: Schema.NullOr(Schema.Finite),
  /** `null` for sessions that end without a refresh only with their lifetime. */
  sessionIdleMillis: Schema.NullOr(Schema.Finite),
  /** The language of mails to recipients whose language is not known; `null` for English. */
  mailLanguage: Schema.NullOr(Schema.String),
  /** Mails are in the language of their recipients. */
  translateMails: Flag
}

export const ProjectRecord = wire(projectFields)
export type ProjectRecord = typeof ProjectRecord.Type

/** The id of the service's own project. Its users manage the other projects. */
export const INTERNAL_PROJECT_ID = "internal"

/** The three kinds of keys, one per tier. */
export const KeyKind = Schema.Literals(["publishable_client_key", "secret_server_key", "super_secret_admin_key"])
export type KeyKind = typeof KeyKind.Type
