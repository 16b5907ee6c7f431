/**
 * Reads the tables of better-auth: a SQLite database, or JSON with one list a table:
 * `{"user": […], "account": […], "organization": […], "member": […], "passkey": […]}`.
 */
import { isJsonObject } from "../../../core/json/json-object.ts"
import { closeSync, openSync, readSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { Struct } from "effect"
import { type TransferItem, refusedItem } from "../item.ts"
import { readJson } from "../read-json.ts"
import { type ElementStore, openElementStore, type StoredElement } from "./element-store.ts"
import { parseJson } from "./keystile.ts"
import {
  firstText,
  identifierOf,
  type IdSpace,
  isTrue,
  itemsOfUser,
  millisOf,
  type SourceObject,
  textOf,
  toUuid
} from "./source-user.ts"
import { itemOfMembership, itemOfTeam } from "./source-team.ts"

/** The tables, with the columns of the ids by which their rows are found. */
const tables = {
  user: ["id"],
  account: ["userId", "user_id"],
  passkey: ["userId", "user_id"],
  organization: ["id"],
  member: ["userId", "user_id"]
} as const

type Table = keyof typeof tables
const tableNames: ReadonlyArray<Table> = Struct.keys(tables)

/** The size that a row of SQLite counts in a batch, in bytes. */
const SIZE_OF_ROW = 1000

const MAGIC = "SQLite format 3\0"

const isSqlite = (path: string): boolean => {
  const file = openSync(path, "r")
  try {
    const start = Buffer.alloc(MAGIC.length)
    readSync(file, start)
    return start.toString("latin1") === MAGIC
  } finally {
    closeSync(file)
  }
}

/** Adapters use names in snake_case, too. */
const column = (row: SourceObject, name: string): unknown =>
  row[name] ?? row[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]

function* readSqlite(path: string, store: ElementStore): Generator<TransferItem> {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const names = new Set(
      database
        .prepare("SELECT name FROM sqlite_schema")
        .all()
        .map(({ name }) => name)
    )
    if (!names.has("user")) yield refusedItem(1, "The database has no table user.")
    for (const table of tableNames.filter((name) => names.has(name))) {
      // The rows of a table have no lines. Their numbers are reported instead.
      let line = 0
      for (const row of database.prepare(`SELECT * FROM "${table}"`).iterate()) {
        line += 1
        store.add(table, { line, row, size: SIZE_OF_ROW })
      }
    }
  } finally {
    database.close()
  }
}

async function* readDump(path: string, store: ElementStore): AsyncGenerator<TransferItem> {
  for await (const element of readJson(path)) {
    if ("problem" in element) yield refusedItem(element.line, element.problem)
    else if (!isJsonObject(element.json)) yield refusedItem(element.line, "It is not a row of a table.")
    else store.add(element.array, { line: element.line, row: element.json, size: element.size })
  }
}

/** The provider of passwords. */
const CREDENTIAL = "credential"

const providers: Readonly<Record<string, string>> = { twitter: "x" }

const jsonOf = (value: unknown) => (typeof value === "string" ? parseJson(value) : value)

const passkeyOf = (space: IdSpace, row: SourceObject): SourceObject => {
  const deviceType = textOf(column(row, "deviceType"))
  const credentialId = textOf(row["credentialID"]) ?? textOf(row["credential_id"]) ?? ""
  return {
    id: toUuid(space, "passkey", credentialId),
    name: textOf(row["name"]) ?? "Passkey",
    credential_id: credentialId.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
    public_key: Buffer.from(textOf(column(row, "publicKey")) ?? "", "base64").toString("base64url"),
    counter: Number(row["counter"] ?? 0),
    is_backup_eligible: deviceType === null ? null : deviceType === "multiDevice",
    is_backed_up: isTrue(column(row, "backedUp")),
    created_at_millis: millisOf(column(row, "createdAt")) ?? Date.now(),
    last_used_at_millis: null
  }
}

const isBanned = (row: SourceObject) => {
  const until = millisOf(column(row, "banExpires"))
  return isTrue(row["banned"]) && (until === null || until > Date.now())
}

const itemsOf = (space: IdSpace, store: ElementStore, { line, row, size }: StoredElement) => {
  const id = identifierOf(row["id"])
  const accounts = store.of("account", id).map((element) => element.row)
  const email = textOf(row["email"])
  const username = textOf(row["username"])
  return itemsOfUser(space, {
    line,
    size,
    id,
    displayName: firstText(row["name"], username),
    profileImageUrl: textOf(row["image"]),
    signedUpAt: column(row, "createdAt"),
    lastActiveAt: null,
    passwordHash: firstText(
      ...accounts
        .filter((account) => column(account, "providerId") === CREDENTIAL)
        .map((account) => account["password"])
    ),
    addresses: email === null ? [] : [{ value: email, isVerified: isTrue(column(row, "emailVerified")) }],
    accounts: accounts.flatMap((account) => {
      const provider = textOf(column(account, "providerId"))
      const accountId = identifierOf(column(account, "accountId"))
      if (provider === null || accountId === null || provider === CREDENTIAL) return []
      return [{ providerId: providers[provider] ?? provider, accountId, email: null }]
    }),
    passkeys: store.of("passkey", id).map((element) => passkeyOf(space, element.row)),
    isDisabled: isBanned(row)
  })
}

/** Returns the permissions of roles: `admin` for owners, and for other roles the permission of the same name. */
const permissionsOf = (role: unknown): ReadonlyArray<string> => [
  ...new Set(
    (textOf(role) ?? "member")
      .split(",")
      .map((name) => name.trim())
      .map((name) => (name === "owner" ? "admin" : name))
  )
]

export async function* readBetterAuth(path: string, space: IdSpace): AsyncGenerator<TransferItem> {
  const store = openElementStore(tables)
  try {
    if (isSqlite(path)) yield* readSqlite(path, store)
    else yield* readDump(path, store)
    for (const element of store.all("organization")) {
      const { row } = element
      yield itemOfTeam(space, element, {
        id: identifierOf(row["id"]),
        displayName: textOf(row["name"]),
        profileImageUrl: textOf(row["logo"]),
        serverMetadata: { slug: row["slug"] ?? null, metadata: jsonOf(row["metadata"]) ?? null },
        createdAt: column(row, "createdAt")
      })
    }
    for (const element of store.all("user")) yield* itemsOf(space, store, element)
    for (const element of store.all("member")) {
      const { row } = element
      yield itemOfMembership(space, element, {
        teamId: identifierOf(column(row, "organizationId")),
        userId: identifierOf(column(row, "userId")),
        permissionIds: permissionsOf(row["role"]),
        createdAt: column(row, "createdAt")
      })
    }
  } finally {
    store.close()
  }
}
