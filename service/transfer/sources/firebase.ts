/** Reads the JSON of `firebase auth:export` (https://firebase.google.com/docs/cli/auth). */
import { isJsonObject } from "../../../core/json/json-object.ts"
import { readFileSync, statSync } from "node:fs"
import { writeFirebaseScryptHash } from "../../crypto/firebase-scrypt-hash.ts"
import { type TransferItem, refusedItem } from "../item.ts"
import { readJson } from "../read-json.ts"
import { parseJson } from "./keystile.ts"
import { firstText, type IdSpace, isTrue, itemsOfUser, objectsIn, type SourceObject, textOf } from "./source-user.ts"

/** The password hash parameters of a Firebase project. */
export interface FirebaseHashConfig {
  readonly signerKey: Buffer
  readonly separator: Buffer
  readonly rounds: number
  readonly memoryCost: number
}

const MAX_CONFIG_BYTES = 65_536

const bytesOf = (text: string | undefined): Buffer => Buffer.from(text ?? "", "base64")

/** Reads the parameters as the Firebase console shows them. Returns the problem of a file that does not have them. */
export const readHashConfig = (path: string): FirebaseHashConfig | string => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return `${path} does not exist`
  if (!found.isFile() || found.size > MAX_CONFIG_BYTES) return `${path} is not a file of parameters`
  const text = readFileSync(path, "utf8")
  const valueOf = (name: string) => new RegExp(`\\b${name}"?\\s*:\\s*"?([\\w+/=-]+)`).exec(text)?.[1]
  const algorithm = valueOf("algorithm")
  const signerKey = bytesOf(valueOf("base64_signer_key"))
  const [rounds, memoryCost] = [Number(valueOf("rounds")), Number(valueOf("mem_cost"))]
  if (algorithm !== undefined && algorithm !== "SCRYPT") return `${path} has another algorithm than SCRYPT`
  if (signerKey.length === 0 || !Number.isInteger(rounds) || !Number.isInteger(memoryCost)) {
    return `${path} needs base64_signer_key, base64_salt_separator, rounds and mem_cost`
  }
  return { signerKey, separator: bytesOf(valueOf("base64_salt_separator")), rounds, memoryCost }
}

const providers: Readonly<Record<string, string>> = {
  "google.com": "google",
  "github.com": "github",
  "microsoft.com": "microsoft",
  "facebook.com": "facebook",
  "twitter.com": "x",
  "apple.com": "apple"
}

const hashOf = ({ memoryCost, rounds, separator, signerKey }: FirebaseHashConfig, user: SourceObject) => {
  const [key, salt] = [textOf(user["passwordHash"]), textOf(user["salt"])]
  if (key === null || salt === null) return null
  return writeFirebaseScryptHash({
    log2Cost: memoryCost,
    blockSize: rounds,
    salt: bytesOf(salt),
    separator,
    signerKey,
    key: bytesOf(key)
  })
}

/** A provider that is not an OAuth provider: the user's own password or phone. */
const isOwn = (providerId: string) => providerId === "password" || providerId === "phone"

const accountsOf = (user: SourceObject) =>
  objectsIn(user["providerUserInfo"]).flatMap(({ email, providerId, rawId }) => {
    const [provider, accountId] = [textOf(providerId), textOf(rawId)]
    if (provider === null || accountId === null || isOwn(provider)) return []
    return [{ providerId: providers[provider] ?? provider, accountId, email: textOf(email) }]
  })

export async function* readFirebase(
  path: string,
  space: IdSpace,
  config: FirebaseHashConfig
): AsyncGenerator<TransferItem> {
  for await (const element of readJson(path)) {
    if ("problem" in element) yield refusedItem(element.line, element.problem)
    else if (!isJsonObject(element.json)) yield refusedItem(element.line, "It is not a user.")
    else {
      const { json: user, line, size } = element
      const email = textOf(user["email"])
      const attributes = textOf(user["customAttributes"])
      yield* itemsOfUser(space, {
        line,
        size,
        id: textOf(user["localId"]),
        displayName: textOf(user["displayName"]),
        profileImageUrl: firstText(user["photoUrl"]),
        // Custom claims: the user reads them in tokens, and only the server changes them.
        clientReadOnlyMetadata: attributes === null ? null : parseJson(attributes),
        signedUpAt: user["createdAt"],
        lastActiveAt: user["lastSignedInAt"],
        passwordHash: hashOf(config, user),
        addresses: email === null ? [] : [{ value: email, isVerified: isTrue(user["emailVerified"]) }],
        accounts: accountsOf(user),
        isDisabled: isTrue(user["disabled"])
      })
    }
  }
}
