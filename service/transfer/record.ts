/**
 * The records of an export: NDJSON, one JSON object a line, in the order header, permissions, teams, users,
 * memberships, end. `docs/import-export.md` describes them.
 */
import { Schema, Struct } from "effect"
import { Base64 } from "../../core/schema/fields/base64.ts"
import { Email } from "../../core/schema/fields/email.ts"
import { Metadata } from "../../core/schema/fields/json.ts"
import { Millis } from "../../core/schema/fields/millis.ts"
import { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"
import { PermissionId } from "../../core/schema/fields/permission-id.ts"
import { redacted } from "../../core/schema/fields/secret.ts"
import { ProfileImageUrl } from "../../core/schema/fields/url.ts"
import { Uuid } from "../../core/schema/fields/uuid.ts"
import { integerBetween } from "../../core/schema/fields/whole.ts"
import { wire } from "../../core/schema/wire.ts"
import { IMPORTABLE_HASH, readPasswordHash } from "../crypto/password-hash.ts"

/** A later version of the format is refused. */
export const FORMAT_VERSION = 1

/** PostgreSQL cannot store U+0000. */
const Text = Schema.String.check(
  Schema.makeFilter((text) => !text.includes("\0"), { expected: "a text without U+0000" })
)

/** Queries of several accounts join their ids with control characters. */
const Line = Schema.String.check(
  Schema.makeFilter((text) => text !== "" && !/\p{Control}/u.test(text), { expected: "one line of text" })
)

const NullableText = Schema.NullOr(Text)
const NullableMillis = Schema.NullOr(Millis)
const Counter = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 0xff_ff_ff_ff }))

/** An export may have hashes that this runtime cannot verify. An import refuses them. */
const Hash = Schema.String.check(
  Schema.makeFilter((text) => readPasswordHash(text) !== null, { expected: IMPORTABLE_HASH })
)

export const TransferHeader = wire(
  {
    type: Schema.Literal("header"),
    format: Schema.Literal("keystile"),
    version: Schema.Int,
    projectId: Schema.String,
    exportedAt: Millis
  },
  { exportedAt: "exported_at_millis" }
)

export const TransferPermission = wire({
  type: Schema.Literal("permission"),
  /** Absent in files of versions without project permissions, and then `team`. */
  scope: Schema.optionalKey(Schema.Literals(["team", "project"])),
  id: PermissionId,
  description: NullableText,
  isCreatorDefault: Schema.Boolean,
  isMemberDefault: Schema.Boolean,
  isUserDefault: Schema.optionalKey(Schema.Boolean),
  containedPermissionIds: Schema.Array(PermissionId)
})
export type TransferPermission = typeof TransferPermission.Type

const profile = { displayName: NullableText, profileImageUrl: Schema.NullOr(ProfileImageUrl) }
const metadata = { clientMetadata: Metadata, clientReadOnlyMetadata: Metadata, serverMetadata: Metadata }

export const TransferTeam = wire(
  {
    type: Schema.Literal("team"),
    id: Uuid,
    ...profile,
    displayName: Text,
    ...metadata,
    createdAt: Millis
  },
  { createdAt: "created_at_millis" }
)
export type TransferTeam = typeof TransferTeam.Type

const ContactChannel = wire(
  {
    id: Uuid,
    type: Schema.Literal("email"),
    value: Email,
    isPrimary: Schema.Boolean,
    isVerified: Schema.Boolean,
    usedForAuth: Schema.Boolean,
    /** The value that another user has claimed. Absent without a claim, as in files of versions without it. */
    releasedValue: Schema.optionalKey(Email),
    /** The id of the channel whose value replaces this one. Absent without one, as in files of versions without it. */
    replacedBy: Schema.optionalKey(Uuid),
    createdAt: Millis
  },
  { createdAt: "created_at_millis" }
)

const ConnectedAccount = wire(
  {
    providerId: OAuthProviderId,
    accountId: Line,
    email: Schema.NullOr(Line),
    /** The id of the row, and the uses of the account. Absent in files of versions with one account per provider. */
    id: Schema.optionalKey(Uuid),
    allowSignIn: Schema.optionalKey(Schema.Boolean),
    allowConnectedAccounts: Schema.optionalKey(Schema.Boolean),
    createdAt: Millis
  },
  { createdAt: "created_at_millis" }
)

const Passkey = wire(
  {
    id: Uuid,
    name: Text,
    /** In base64url, as the public key, a COSE key. */
    credentialId: Schema.String.check(Schema.isPattern(/^[\w-]{1,2000}$/, { expected: "base64url" })),
    publicKey: Schema.String.check(Schema.isPattern(/^[\w-]{1,4000}$/, { expected: "base64url" })),
    counter: Counter,
    isBackupEligible: Schema.NullOr(Schema.Boolean),
    isBackedUp: Schema.NullOr(Schema.Boolean),
    createdAt: Millis,
    lastUsedAt: NullableMillis
  },
  { createdAt: "created_at_millis", lastUsedAt: "last_used_at_millis" }
)

const RecoveryCode = wire(
  { selector: Line, hash: Hash, createdAt: Millis, usedAt: NullableMillis },
  { createdAt: "created_at_millis", usedAt: "used_at_millis" }
)

export const TransferUser = wire(
  {
    type: Schema.Literal("user"),
    id: Uuid,
    ...profile,
    ...metadata,
    signedUpAt: Millis,
    /** Absent in files of versions without anonymous users, and then false. */
    isAnonymous: Schema.optionalKey(Schema.Boolean),
    /** Absent in files of versions without restricted users, and then false. */
    restrictedByAdmin: Schema.optionalKey(Schema.Boolean),
    restrictedByAdminReason: Schema.optionalKey(NullableText),
    restrictedByAdminPrivateDetails: Schema.optionalKey(NullableText),
    /** These three are absent in files of versions without them, and then unknown and 0. */
    countryCode: Schema.optionalKey(NullableText),
    botRisk: Schema.optionalKey(integerBetween(0, 100)),
    freeTrialAbuseRisk: Schema.optionalKey(integerBetween(0, 100)),
    /** The language of mails. Absent in files of versions without it, and then not known. */
    language: Schema.optionalKey(Schema.NullOr(Schema.String)),
    /** When an address for sign-in was first verified. Absent without one, and in files of versions without it. */
    firstVerifiedAt: Schema.optionalKey(Millis),
    lastActiveAt: Millis,
    /** `null` for a user without a password. */
    password: Schema.NullOr(wire({ hash: Hash, changedAt: Millis }, { changedAt: "changed_at_millis" })),
    /** The shared secret of the second factor. */
    totpSecret: Schema.NullOr(redacted(Base64)),
    otpAuthEnabled: Schema.Boolean,
    contactChannels: Schema.Array(ContactChannel).check(
      Schema.makeFilter((all) => all.filter(({ isPrimary }) => isPrimary).length <= 1, {
        expected: "at most one primary address"
      }),
      Schema.makeFilter((all) => new Set(all.map(({ value }) => value)).size === all.length, {
        expected: "each address once"
      })
    ),
    connectedAccounts: Schema.Array(ConnectedAccount).check(
      Schema.makeFilter(
        (all) => {
          const signIns = all.filter(({ allowSignIn }) => allowSignIn === true)
          return new Set(signIns.map(({ providerId }) => providerId)).size === signIns.length
        },
        { expected: "at most one account to sign in with at each provider" }
      )
    ),
    passkeys: Schema.Array(Passkey),
    recoveryCodes: Schema.Array(RecoveryCode),
    /** The project permissions that were granted directly. Absent in files of versions without them. */
    permissionIds: Schema.optionalKey(Schema.Array(PermissionId))
  },
  {
    signedUpAt: "signed_up_at_millis",
    firstVerifiedAt: "first_verified_at_millis",
    lastActiveAt: "last_active_at_millis"
  }
)
export type TransferUser = typeof TransferUser.Type

export const TransferMembership = wire(
  {
    type: Schema.Literal("membership"),
    teamId: Uuid,
    userId: Uuid,
    isSelected: Schema.Boolean,
    /** True for the team that was created with the user. Absent otherwise, and in files of versions without it. */
    isPersonal: Schema.optionalKey(Schema.Boolean),
    ...profile,
    permissionIds: Schema.Array(PermissionId),
    createdAt: Millis
  },
  { createdAt: "created_at_millis" }
)
export type TransferMembership = typeof TransferMembership.Type

/** The number of records of each type. */
export const Counts = Schema.Struct({
  permission: Schema.Int,
  team: Schema.Int,
  user: Schema.Int,
  membership: Schema.Int
})
export type Counts = typeof Counts.Type

/** The last line. A file without it is incomplete. */
export const TransferEnd = wire({ type: Schema.Literal("end"), counts: Counts })

export const records = {
  permission: TransferPermission,
  team: TransferTeam,
  user: TransferUser,
  membership: TransferMembership
} as const

export type RecordType = keyof typeof records

/** Returns the codec of one type of records. TypeScript cannot derive the union of codecs from a look-up by key. */
export const codecOf = (type: RecordType) => records[type] as Schema.Codec<TransferRecord, unknown>

export const recordTypes: ReadonlyArray<RecordType> = Struct.keys(records)

export type TransferRecord = TransferPermission | TransferTeam | TransferUser | TransferMembership

export const noCounts = (): { -readonly [Type in RecordType]: number } => ({
  permission: 0,
  team: 0,
  user: 0,
  membership: 0
})
