/** Collects the pages of the audit log in one list. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useState } from "react"
import type { AuditLogPage } from "../../tiers/calls/audit-log.ts"
import { Client } from "../../tiers/client.ts"
import { useAuditLogState } from "../hooks/use-audit-log.ts"
import { useAccountAction } from "./use-account-action.ts"
import { useLatest } from "./use-latest.ts"

/** The number of entries of a page. */
export const PAGE = 10

/** Adds a new first page to the list. A page without a known entry replaces it: entries between them are missing. */
export const withNewest = (newest: AuditLogPage, list: AuditLogPage | null): AuditLogPage => {
  if (list === null) return newest
  const known = new Set(list.items.map(({ id }) => id))
  const added = newest.items.filter(({ id }) => !known.has(id))
  if (added.length === newest.items.length) return newest
  return { items: [...added, ...list.items], nextCursor: list.nextCursor }
}

/** Appends the page at a cursor, unless the list has been replaced meanwhile: entries between them would be missing. */
export const withOlder = (older: AuditLogPage, cursor: string, list: AuditLogPage | null): AuditLogPage | null =>
  list?.nextCursor === cursor ? { items: [...list.items, ...older.items], nextCursor: older.nextCursor } : list

const readOlder = (cursor: string) => Effect.flatMap(Client, ({ auditLog }) => auditLog.list({ cursor, limit: PAGE }))

/** Returns the entries that are loaded, the newest first, and an action that loads older ones. */
export const useActivity = () => {
  const { data: newest, error, refresh } = useLatest(useAuditLogState({ limit: PAGE }))
  const [seen, setSeen] = useState<AuditLogPage>()
  const [list, setList] = useState<AuditLogPage | null>(null)
  if (newest !== undefined && newest !== seen) {
    setSeen(newest)
    setList(withNewest(newest, list))
  }
  const { run, ...older } = useAccountAction(readOlder)
  /** Returns the entries that were read. They are not in the list if it was replaced meanwhile. */
  const showOlder = async (): Promise<AuditLogPage["items"]> => {
    if (list === null || list.nextCursor === null) return []
    const cursor = list.nextCursor
    const exit = await run(cursor)
    if (Exit.isFailure(exit)) return []
    setList((now) => withOlder(exit.value, cursor, now))
    return exit.value.items
  }
  return { list, error, refresh, older: { ...older, run: showOlder } }
}
