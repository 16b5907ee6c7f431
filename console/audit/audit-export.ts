/** The audit log as a file. */
import * as Schema from "effect/Schema"
import { AuditEntry } from "../../core/schema/audit-entry.ts"
import type { AuditLogFilter } from "../../tiers/calls/admin/dashboard.ts"
import type { ListAuditLogError } from "../../tiers/calls/audit-log.ts"
import type { Written } from "../export/export-format.ts"
import type { ExportSource } from "../export/use-export.ts"

const PAGE = 1000

const encode = Schema.encodeSync(AuditEntry)

const auditWritten: Written<AuditEntry> = {
  columns: [
    ["id", ({ id }) => id],
    ["at", ({ at }) => at.toISOString()],
    ["action", ({ action }) => action],
    ["outcome", ({ outcome }) => outcome],
    ["code", ({ code }) => code ?? ""],
    ["actor_type", ({ actor }) => actor.type],
    ["actor_id", ({ actor }) => actor.id ?? ""],
    ["address", ({ address }) => address ?? ""],
    ["user_agent", ({ userAgent }) => userAgent ?? ""],
    ["reason", ({ reason }) => reason ?? ""],
    ["request_id", ({ requestId }) => requestId ?? ""],
    [
      "targets",
      ({ targets }) =>
        Object.entries(targets)
          .map(([kind, id]) => `${kind}=${id}`)
          .join(" ")
    ],
    ["changed_fields", ({ changedFields }) => changedFields.join(" ")],
    ["cleared_fields", ({ clearedFields }) => clearedFields.join(" ")]
  ],
  toJson: encode
}

/** Entries that are added during the export are left out. */
export const auditExport = (filter: AuditLogFilter, now: number): ExportSource<AuditEntry, ListAuditLogError> => ({
  ...auditWritten,
  fileName: `audit-log-${new Date(now).toISOString().slice(0, 10)}`,
  readPage: ({ listAuditLog }, cursor) =>
    listAuditLog({ ...filter, limit: PAGE, ...(cursor !== undefined && { cursor }) })
})
