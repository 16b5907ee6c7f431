/** A response, independent of the transport like `ServiceRequest`. */
export interface ServiceResponse {
  readonly status: number
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** An injected fault: the connection ends before the response, or within its body. */
  readonly breaks?: "before" | "within"
}
