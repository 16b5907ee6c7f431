/** The audit log of a user's account, an extension of the wire: `hasExtension(project, "audit_log")`. */
import * as Effect from "effect/Effect"
import * as Api from "../../core/api/audit-log.ts"
import { call } from "../../core/call/call.ts"
import type { AuditEntry } from "../../core/schema/audit-entry.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import type { CallError } from "./call-error.ts"
import { omitUndefined } from "./omit-undefined.ts"

export type ListAuditLogError = CallError<typeof Api.list>

/** Selects entries. */
export interface AuditLogOptions {
  /** Entries at this time or later. */
  readonly since?: Date | undefined
  /** Entries before this time. */
  readonly until?: Date | undefined
  /** 1 to 1000. Default 100. */
  readonly limit?: number | undefined
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | undefined
}

/** Entries, the newest first. */
export interface AuditLogPage {
  readonly items: ReadonlyArray<AuditEntry>
  /** The `cursor` of the next page; `null` on the last one. */
  readonly nextCursor: string | null
}

export interface AuditLogCalls {
  /** Lists the sign-ins, changes and refused attempts that concern a user. */
  readonly list: (options?: AuditLogOptions) => Effect.Effect<AuditLogPage, ListAuditLogError>
}

/** Returns the query of the endpoint. */
export const auditLogQuery = <Options extends AuditLogOptions>({ since, until, ...others }: Options) =>
  omitUndefined({ ...others, since: since?.getTime(), until: until?.getTime() })

/** Returns the page in a response of the endpoint. */
export const auditLogPage = ({
  items,
  pagination
}: {
  readonly items: ReadonlyArray<AuditEntry>
  readonly pagination: { readonly nextCursor: string | null }
}): AuditLogPage => ({ items, nextCursor: pagination.nextCursor })

/** The entries about one user; in the client tier only those about oneself. */
export const auditLogCalls = ({ bind }: CallDependencies, userId: string = "me"): AuditLogCalls => ({
  list: (options = {}) =>
    Effect.map(bind(call(Api.list, { query: { ...auditLogQuery(options), userId } })), auditLogPage)
})
