/** Statuses whose responses have no body, not even an empty one (RFC 9110, sections 15.3.5 and 15.4.5). */
export const bodilessStatuses: ReadonlySet<number> = new Set([204, 304])
