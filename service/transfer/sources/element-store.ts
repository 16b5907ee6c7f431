/**
 * Keeps the elements of a file in a temporary database on the disk, for formats whose users refer to other lists. The
 * database is private to the process: SQLite deletes its file when it is opened, so it needs no other deletion.
 */
import { isJsonObject } from "../../../core/json/json-object.ts"
import { DatabaseSync } from "node:sqlite"
import { identifierOf, type SourceObject } from "./source-user.ts"

export interface StoredElement {
  readonly line: number
  readonly size: number
  readonly row: SourceObject
}

/** The list of a file by its name, with the properties by which its elements are found. */
export type Lists = Readonly<Record<string, ReadonlyArray<string>>>

/** The number of elements that are written in one transaction. */
const BATCH = 1000

const elementOf = (stored: Record<string, unknown> | undefined): ReadonlyArray<StoredElement> => {
  const row: unknown = typeof stored?.["json"] === "string" ? JSON.parse(stored["json"]) : null
  return isJsonObject(row) ? [{ line: Number(stored?.["line"]), size: Number(stored?.["size"]), row }] : []
}

/** Opens a store. `lists` names the property, or its other names, that contains the id by which elements are found. */
export const openElementStore = (lists: Lists) => {
  // An empty name is a temporary file (https://www.sqlite.org/inmemorydb.html#temp_db).
  const database = new DatabaseSync("")
  database.exec(`
    PRAGMA journal_mode = OFF;
    CREATE TABLE elements (list TEXT, owner TEXT, line INTEGER, size INTEGER, json TEXT);
    CREATE INDEX elements_by_owner ON elements (list, owner);
    BEGIN`)
  const insert = database.prepare("INSERT INTO elements (list, owner, line, size, json) VALUES (?, ?, ?, ?, ?)")
  const byOwner = database.prepare("SELECT line, size, json FROM elements WHERE list = ? AND owner = ? ORDER BY rowid")
  const all = database.prepare("SELECT line, size, json FROM elements WHERE list = ? ORDER BY rowid")
  const any = database.prepare("SELECT 1 FROM elements WHERE list = ? LIMIT 1")
  let added = 0
  return {
    /** Adds an element of a list that is known; others are ignored. */
    add: (list: string, { line, row, size }: StoredElement) => {
      const names = Object.hasOwn(lists, list) ? lists[list] : undefined
      if (names === undefined) return
      const owner = names.map((name) => identifierOf(row[name])).find((text) => text !== null) ?? null
      insert.run(list, owner, line, size, JSON.stringify(row))
      added += 1
      if (added % BATCH === 0) database.exec("COMMIT; BEGIN")
    },
    /** Returns the elements of a list that contain an id. */
    of: (list: string, owner: string | null): ReadonlyArray<StoredElement> =>
      owner === null ? [] : byOwner.all(list, owner).flatMap(elementOf),
    /** Returns whether a list has an element. */
    has: (list: string): boolean => any.get(list) !== undefined,
    /** Returns the elements of a list in their order. */
    *all(list: string): Generator<StoredElement> {
      for (const stored of all.iterate(list)) yield* elementOf(stored)
    },
    close: () => database.close()
  }
}

export type ElementStore = ReturnType<typeof openElementStore>
