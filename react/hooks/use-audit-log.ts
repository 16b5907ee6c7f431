/** Reads the audit log of the signed-in user's account. An extension of the wire, see `hasExtension`. */
import type { CannotGetOwnUserWithoutUser } from "../../core/errors/own-user.ts"
import type { AuditLogOptions, AuditLogPage, ListAuditLogError } from "../../tiers/calls/audit-log.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"
import { useQuery } from "../runtime/use-query.ts"

/** Returns sign-ins, changes and refused attempts, the newest first. Suspends. Throws `ListAuditLogError`. */
export const useAuditLog = (options: AuditLogOptions = {}): AuditLogPage =>
  useQuery(({ signedInQuery }) => signedInQuery("auditLog.list", options), "auditLog.list")

/** Same as `useAuditLog`, without suspending. */
export const useAuditLogState = (
  options: AuditLogOptions = {}
): ReadState<AuditLogPage, ListAuditLogError | CannotGetOwnUserWithoutUser> =>
  useQueryState(({ signedInQuery }) => signedInQuery("auditLog.list", options))
