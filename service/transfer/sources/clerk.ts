/** Reads users of Clerk: the CSV of its dashboard, or the JSON of its Backend API with the digests of passwords. */
import { isJsonObject } from "../../../core/json/json-object.ts"
import { type TransferItem, refusedItem } from "../item.ts"
import { firstText, type IdSpace, isTrue, itemsOfUser, objectsIn, type SourceObject, textOf } from "./source-user.ts"
import { readTable } from "./tabular.ts"

const namesOf = (user: SourceObject) => {
  const names = [textOf(user["first_name"]), textOf(user["last_name"])].filter((name) => name !== null)
  return names.length === 0 ? textOf(user["username"]) : names.join(" ")
}

/** Several addresses of a column of the CSV. An address has none of these separators. */
const listIn = (value: unknown): ReadonlyArray<string> =>
  (textOf(value) ?? "").split(/[\s,;|]+/).filter((text) => text !== "")

const addressesInCsv = (user: SourceObject) => {
  const verified = listIn(user["verified_email_addresses"])
  const primary = textOf(user["primary_email_address"])
  return [
    ...(primary === null ? [] : [{ value: primary, isVerified: verified.includes(primary) }]),
    ...verified.map((value) => ({ value, isVerified: true })),
    ...listIn(user["unverified_email_addresses"]).map((value) => ({ value, isVerified: false }))
  ]
}

const addressesInJson = (user: SourceObject) =>
  objectsIn(user["email_addresses"])
    .flatMap(({ email_address, id, verification }) => {
      const value = textOf(email_address)
      if (value === null) return []
      const isVerified = isJsonObject(verification) && verification["status"] === "verified"
      return [{ value, isVerified, isPrimary: id === user["primary_email_address_id"] }]
    })
    .sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary))

const providers: Readonly<Record<string, string>> = { linkedin_oidc: "linkedin", twitter: "x" }

const accountsOf = (user: SourceObject) =>
  objectsIn(user["external_accounts"]).flatMap((account) => {
    const provider = textOf(account["provider"])?.replace(/^oauth_/, "") ?? null
    const accountId = firstText(account["provider_user_id"], account["google_id"])
    if (provider === null || accountId === null) return []
    return [{ providerId: providers[provider] ?? provider, accountId, email: textOf(account["email_address"]) }]
  })

export async function* readClerk(path: string, space: IdSpace): AsyncGenerator<TransferItem> {
  for await (const read of readTable(path)) {
    if ("problem" in read) {
      yield refusedItem(read.line, read.problem)
      continue
    }
    const { line, row: user, size } = read
    const isJson = Array.isArray(user["email_addresses"])
    yield* itemsOfUser(space, {
      line,
      size,
      id: textOf(user["id"]),
      displayName: namesOf(user),
      profileImageUrl: textOf(user["image_url"]),
      clientMetadata: user["unsafe_metadata"],
      clientReadOnlyMetadata: user["public_metadata"],
      serverMetadata: user["private_metadata"],
      signedUpAt: user["created_at"],
      lastActiveAt: user["last_sign_in_at"],
      passwordHash: textOf(user["password_digest"]),
      totpSecret: textOf(user["totp_secret"]),
      addresses: isJson ? addressesInJson(user) : addressesInCsv(user),
      accounts: accountsOf(user),
      // `locked` is the lockout after failed attempts, which expires.
      // https://clerk.com/docs/reference/backend/user/lock-user
      isDisabled: isTrue(user["banned"])
    })
  }
}
