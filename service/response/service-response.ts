/** A response, independent of the transport like `ServiceRequest`. */
export interface ServiceResponse {
  readonly status: number
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** An injected fault: the connection ends before the response, or within its body. */
  readonly breaks?: "before" | "within"
}

/** Statuses whose responses have no body, not even an empty one (RFC 9110, sections 15.3.5 and 15.4.5). */
export const bodilessStatuses: ReadonlySet<number> = new Set([204, 304])
