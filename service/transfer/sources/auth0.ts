/**
 * Reads NDJSON of Auth0: the export of password hashes that its support makes, the export of users, and the import
 * format (https://auth0.com/docs/manage-users/user-migration).
 */
import { isJsonObject } from "../../../core/json/json-object.ts"
import { type TransferItem, refusedItem } from "../item.ts"
import { readLines } from "../read-lines.ts"
import { parseJson } from "./keystile.ts"
import {
  firstText,
  type IdSpace,
  identifierOf,
  isTrue,
  itemsOfUser,
  objectsIn,
  type SourceObject,
  textOf
} from "./source-user.ts"

const providers: Readonly<Record<string, string>> = {
  "google-oauth2": "google",
  windowslive: "microsoft",
  twitter: "x"
}

/** The connection of users with passwords. Its ids of users are `auth0|…`. */
const DATABASE = "auth0"

const property = (value: unknown, name: string): unknown => (isJsonObject(value) ? value[name] : undefined)

const idOf = (user: SourceObject): string | null => {
  const own = firstText(user["user_id"], user["_id"])
  if (own !== null) return own.includes("|") ? own : `${DATABASE}|${own}`
  const objectId = textOf(property(user["_id"], "$oid"))
  return objectId === null ? null : `${DATABASE}|${objectId}`
}

const hashOf = (user: SourceObject) => {
  const custom = user["custom_password_hash"]
  return firstText(user["passwordHash"], user["password_hash"], property(property(custom, "hash"), "value"))
}

/** Returns the identities at providers, without those of passwords and of mailed codes. */
const identitiesOf = (user: SourceObject) =>
  objectsIn(user["identities"]).flatMap(({ provider, user_id }) => {
    const name = textOf(provider)
    if (name === null || name === DATABASE || name === "sms" || name === "email") return []
    return [{ providerId: providers[name] ?? name, userId: user_id }]
  })

const accountsOf = (user: SourceObject) =>
  identitiesOf(user).flatMap(({ providerId, userId }) => {
    const accountId = identifierOf(userId)
    return accountId === null ? [] : [{ providerId, accountId, email: null }]
  })

/** Returns the providers of the accounts whose id is a number that JavaScript rounds. */
const roundedAccountsOf = (user: SourceObject) =>
  identitiesOf(user).filter(({ userId }) => typeof userId === "number" && identifierOf(userId) === null)

const totpOf = (user: SourceObject) =>
  objectsIn(user["mfa_factors"])
    .map(({ totp }) => textOf(property(totp, "secret")))
    .find((secret) => secret !== null) ?? null

export async function* readAuth0(path: string, space: IdSpace): AsyncGenerator<TransferItem> {
  for await (const read of readLines(path)) {
    if ("problem" in read) {
      yield refusedItem(read.line, read.problem)
      continue
    }
    const user = parseJson(read.text)
    if (!isJsonObject(user)) {
      yield refusedItem(read.line, "It is not the JSON of a user. The file has one user a line.")
      continue
    }
    const email = textOf(user["email"])
    yield* itemsOfUser(space, {
      line: read.line,
      size: read.size,
      id: idOf(user),
      displayName: firstText(user["name"], user["nickname"]),
      profileImageUrl: textOf(user["picture"]),
      clientMetadata: user["user_metadata"],
      serverMetadata: user["app_metadata"],
      signedUpAt: user["created_at"] ?? user["password_set_date"],
      lastActiveAt: user["last_login"],
      passwordHash: hashOf(user),
      totpSecret: totpOf(user),
      addresses: email === null ? [] : [{ value: email, isVerified: isTrue(user["email_verified"]) }],
      accounts: accountsOf(user),
      isDisabled: isTrue(user["blocked"])
    })
    for (const { providerId } of roundedAccountsOf(user)) {
      yield refusedItem(
        read.line,
        `The account at ${providerId.slice(0, 50)} is left out: its id is not exact as a number. Write it as a text.`
      )
    }
  }
}
