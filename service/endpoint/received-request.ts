/** A request whose body has been read and whose route is known, before its endpoint has checked it. */
export interface ReceivedRequest {
  /** Method and path for people: `POST /api/v1/auth/password/sign-in`. */
  readonly title: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** JSON, the fields of a form, a text, bytes, or undefined. */
  readonly body: unknown
}
