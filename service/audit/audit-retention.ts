/** The time for which entries of the audit log are kept, in days. */
export const DEFAULT_AUDIT_DAYS = 365
export const MAX_AUDIT_DAYS = 3650
