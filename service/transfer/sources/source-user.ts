/** Turns the users of other systems into records of an export. */
import { isJsonObject } from "../../../core/json/json-object.ts"
import { isUuid } from "../../../core/schema/fields/is-uuid.ts"
import { createHash } from "node:crypto"
import { providerNames } from "../../../look/providers.ts"
import { decodeRecord, type TransferItem, refusedItem } from "../item.ts"
import type { SourceName } from "../source-name.ts"

/** A JSON object of a source, whose properties are not validated. */
export type SourceObject = Readonly<Record<string, unknown>>

export const objectsIn = (value: unknown): ReadonlyArray<SourceObject> =>
  Array.isArray(value) ? value.filter(isJsonObject) : []

/** Returns a text that is not empty, or `null`. */
export const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null)

/** Returns an id, which may be a number. */
export const identifierOf = (value: unknown): string | null =>
  typeof value === "number" && Number.isSafeInteger(value) ? String(value) : textOf(value)

/** Returns the first text that is not empty. */
export const firstText = (...values: ReadonlyArray<unknown>): string | null =>
  values.map(textOf).find((text) => text !== null) ?? null

/** Returns true for the forms of true in JSON, in SQLite and in PostgreSQL's CSV. */
export const isTrue = (value: unknown): boolean => value === true || value === 1 || value === "true" || value === "t"

export interface SourceAddress {
  readonly value: string
  readonly isVerified: boolean
  /** Default: only the primary address. */
  readonly usedForAuth?: boolean
}

export interface SourceAccount {
  /** The provider as Keystile names it, or an unknown one. */
  readonly providerId: string
  readonly accountId: string
  readonly email: string | null
}

export interface SourceRestriction {
  /** For the user to read. */
  readonly reason: string | null
  readonly privateDetails: string | null
}

export interface SourceUser {
  readonly line: number
  readonly size: number
  /** The id in the source. */
  readonly id: string | null
  readonly displayName: string | null
  readonly profileImageUrl: string | null
  readonly clientMetadata?: unknown
  readonly clientReadOnlyMetadata?: unknown
  readonly serverMetadata?: unknown
  readonly signedUpAt: unknown
  readonly lastActiveAt?: unknown
  readonly passwordHash: string | null
  /** The user signs in with mailed codes. Default: only without a password. */
  readonly otpAuthEnabled?: boolean
  /** Base32, as in the URLs for authenticators. */
  readonly totpSecret?: string | null
  /** The first is the primary one. */
  readonly addresses: ReadonlyArray<SourceAddress>
  readonly accounts: ReadonlyArray<SourceAccount>
  /** In the form of an export. */
  readonly passkeys?: ReadonlyArray<SourceObject>
  /** Ids of project permissions. Default: those of new users. */
  readonly permissionIds?: ReadonlyArray<string>
  readonly isAnonymous?: boolean
  /** What the administrators of the source restricted. Default: the user is not restricted. */
  readonly restriction?: SourceRestriction | null
  /** True if the source does not let the user sign in. */
  readonly isDisabled: boolean
}

/** Derives ids of users and teams, the same ones at each import into a project. */
export interface IdSpace {
  readonly projectId: string
  readonly source: SourceName
}

/** Returns an id that is a UUID as it is, else a UUID of version 5 (RFC 9562, section 5.5) that derives from it. */
export const toUuid = ({ projectId, source }: IdSpace, kind: string, id: string): string => {
  if (isUuid(id)) return id.toLowerCase()
  const hash = createHash("sha1")
    .update(JSON.stringify(["keystile import", projectId, source, kind, id]))
    .digest()
  hash.writeUInt8(((hash[6] ?? 0) & 0x0f) | 0x50, 6)
  hash.writeUInt8(((hash[8] ?? 0) & 0x3f) | 0x80, 8)
  return hash.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}

/** Adds the id of the source to the server metadata, if the user gets another one. */
export const withImportedId = (metadata: unknown, id: string): unknown => {
  if (isUuid(id)) return metadata ?? null
  if (metadata === null || metadata === undefined) return { imported_id: id }
  return isJsonObject(metadata) ? { ...metadata, imported_id: id } : { metadata, imported_id: id }
}

/** Smaller numbers are times in seconds: as milliseconds they are before March 1973. */
const MIN_MILLIS = 1e11

/** Returns a time of any source in epoch milliseconds; `null` if it has none. */
export const millisOf = (value: unknown): number | null => {
  if (isJsonObject(value)) return millisOf(value["$date"] ?? value["$numberLong"])
  if (typeof value === "string" && !/^\d+(?:\.\d+)?$/.test(value)) {
    // PostgreSQL writes `2026-01-31 12:00:00.123456+00`. A time without a zone is in UTC.
    const [, date, time = "00:00:00", fraction = "", zone = "Z"] =
      /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(\.\d{1,9})?(Z|[+-]\d\d(?::?\d\d)?)?)?$/.exec(value) ?? []
    const offset = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone
    const millis =
      date === undefined ? Date.parse(value) : Date.parse(`${date}T${time}${fraction.slice(0, 4)}${offset}`)
    return Number.isNaN(millis) ? null : millis
  }
  const number = typeof value === "string" ? Number(value) : value
  if (typeof number !== "number" || !Number.isFinite(number) || number <= 0) return null
  return Math.trunc(number < MIN_MILLIS ? number * 1000 : number)
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** Returns base32 (RFC 4648, section 6) as base64; the text itself, which is refused, if it is not base32. */
const toBase64 = (text: string): string => {
  const digits = [...text.replaceAll(/[\s=-]/g, "").toUpperCase()].map((digit) => BASE32.indexOf(digit))
  if (digits.length === 0 || digits.includes(-1)) return "not base32"
  const bits = digits.map((digit) => digit.toString(2).padStart(5, "0")).join("")
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))).toString("base64")
}

const DISABLED = "The user is disabled in the source, and is left out."

/** Returns the record of a user, and a problem for each part that is left out. */
export const itemsOfUser = (space: IdSpace, user: SourceUser): ReadonlyArray<TransferItem> => {
  const { line, size } = user
  if (user.id === null) return [refusedItem(line, "The user has no id.")]
  if (user.isDisabled) return [refusedItem(line, DISABLED)]
  const id = toUuid(space, "user", user.id)
  const signedUpAt = millisOf(user.signedUpAt) ?? Date.now()
  const known = user.accounts.filter(({ providerId }) => Object.hasOwn(providerNames, providerId))
  const unknown = user.accounts.filter(({ providerId }) => !Object.hasOwn(providerNames, providerId))
  const addresses = user.addresses.filter(
    ({ value }, index) => user.addresses.findIndex((other) => other.value === value) === index
  )
  const image = user.profileImageUrl
  const record = {
    type: "user",
    id,
    display_name: user.displayName,
    profile_image_url: image !== null && URL.canParse(image) ? image : null,
    client_metadata: user.clientMetadata ?? null,
    client_read_only_metadata: user.clientReadOnlyMetadata ?? null,
    server_metadata: withImportedId(user.serverMetadata, user.id),
    signed_up_at_millis: signedUpAt,
    last_active_at_millis: millisOf(user.lastActiveAt) ?? signedUpAt,
    password: user.passwordHash === null ? null : { hash: user.passwordHash, changed_at_millis: signedUpAt },
    totp_secret: user.totpSecret ? toBase64(user.totpSecret) : null,
    is_anonymous: user.isAnonymous ?? false,
    ...(user.restriction && {
      restricted_by_admin: true,
      restricted_by_admin_reason: user.restriction.reason,
      restricted_by_admin_private_details: user.restriction.privateDetails
    }),
    otp_auth_enabled: user.otpAuthEnabled ?? (user.passwordHash === null && addresses.length > 0),
    contact_channels: addresses.map(({ isVerified, usedForAuth, value }, index) => ({
      id: toUuid(space, "address", `${id} ${value}`),
      type: "email",
      value,
      is_primary: index === 0,
      is_verified: isVerified,
      used_for_auth: usedForAuth ?? index === 0,
      created_at_millis: signedUpAt
    })),
    connected_accounts: known.map(({ accountId, email, providerId }) => ({
      provider_id: providerId,
      account_id: accountId,
      email,
      created_at_millis: signedUpAt
    })),
    passkeys: user.passkeys ?? [],
    recovery_codes: [],
    ...(user.permissionIds !== undefined && { permission_ids: user.permissionIds })
  }
  return [
    decodeRecord(line, record, size),
    ...unknown.map(({ providerId }) =>
      refusedItem(line, `The account at ${providerId.slice(0, 50)} is left out: Keystile has no such provider.`)
    )
  ]
}
