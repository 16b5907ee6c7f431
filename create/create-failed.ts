/** The application was not created, or not installed. The message says why, and what to do. */
export class CreateFailed extends Error {
  override readonly name = "CreateFailed"
}
