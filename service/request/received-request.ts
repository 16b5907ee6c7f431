/** A request with its body and its route, not yet validated. */
export interface ReceivedRequest {
  /** Method and route for error messages: `POST /api/v1/auth/password/sign-in`. */
  readonly title: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** JSON, the fields of a form, a text, or undefined. */
  readonly body: unknown
}
