/** Reads the table `auth.users` of Supabase, as CSV or as JSON. */
import { isJsonObject } from "../../../core/json/json-object.ts"
import { writeFirebaseScryptHash } from "../../crypto/firebase-scrypt-hash.ts"
import { type TransferItem, refusedItem } from "../item.ts"
import { parseJson } from "./keystile.ts"
import {
  firstText,
  type IdSpace,
  isTrue,
  itemsOfUser,
  millisOf,
  objectsIn,
  type SourceObject,
  textOf
} from "./source-user.ts"
import { readTable } from "./tabular.ts"

const providers: Readonly<Record<string, string>> = { azure: "microsoft", linkedin_oidc: "linkedin", twitter: "x" }

/** Columns of JSON are texts in CSV. */
const jsonIn = (value: unknown): unknown => (typeof value === "string" ? parseJson(value) : value)

const objectIn = (value: unknown): SourceObject => {
  const json = jsonIn(value)
  return isJsonObject(json) ? json : {}
}

const BASE64 = String.raw`([A-Za-z\d+/=]+)`
const FIREBASE = new RegExp(
  String.raw`^\$fbscrypt\$v=1,n=(\d+),r=(\d+),p=1,ss=${BASE64},sk=${BASE64}\$${BASE64}\$${BASE64}$`
)

/** Supabase stores the hashes of users who came from Firebase in a format of its own. */
const hashOf = (user: SourceObject): string | null => {
  const hash = textOf(user["encrypted_password"])
  const [, cost, rounds, separator, signerKey, salt, key] = FIREBASE.exec(hash ?? "") ?? []
  if (!separator || !signerKey || !salt || !key) return hash
  return writeFirebaseScryptHash({
    log2Cost: Number(cost),
    blockSize: Number(rounds),
    salt: Buffer.from(salt, "base64"),
    separator: Buffer.from(separator, "base64"),
    signerKey: Buffer.from(signerKey, "base64"),
    key: Buffer.from(key, "base64")
  })
}

/** The identities of a user in the JSON of the admin API, or of a query that joins `auth.identities`. */
const accountsOf = (user: SourceObject) =>
  objectsIn(jsonIn(user["identities"])).flatMap((identity) => {
    const data = objectIn(identity["identity_data"])
    const provider = textOf(identity["provider"])
    const accountId = firstText(identity["provider_id"], data["sub"])
    if (provider === null || accountId === null || provider === "email" || provider === "phone") return []
    return [{ providerId: providers[provider] ?? provider, accountId, email: textOf(data["email"]) }]
  })

const isBanned = (user: SourceObject) => {
  const until = millisOf(user["banned_until"])
  return until !== null && until > Date.now()
}

export async function* readSupabase(path: string, space: IdSpace): AsyncGenerator<TransferItem> {
  for await (const read of readTable(path)) {
    if ("problem" in read) {
      yield refusedItem(read.line, read.problem)
      continue
    }
    const { line, row: user, size } = read
    const profile = objectIn(user["raw_user_meta_data"] ?? user["user_metadata"])
    const email = textOf(user["email"])
    const isVerified = millisOf(user["email_confirmed_at"] ?? user["confirmed_at"]) !== null
    yield* itemsOfUser(space, {
      line,
      size,
      id: textOf(user["id"]),
      displayName: firstText(profile["full_name"], profile["name"], profile["display_name"]),
      profileImageUrl: firstText(profile["avatar_url"], profile["picture"]),
      clientMetadata: profile,
      // Users read it in their tokens and cannot change it.
      clientReadOnlyMetadata: objectIn(user["raw_app_meta_data"] ?? user["app_metadata"]),
      signedUpAt: user["created_at"],
      lastActiveAt: user["last_sign_in_at"],
      passwordHash: hashOf(user),
      addresses: email === null ? [] : [{ value: email, isVerified }],
      accounts: accountsOf(user),
      isAnonymous: isTrue(user["is_anonymous"]),
      isDisabled: isBanned(user) || millisOf(user["deleted_at"]) !== null
    })
  }
}
