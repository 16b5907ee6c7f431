/** The error of a mail server that was tried out. */
import * as Data from "effect/Data"

/** The test mail did not go out. */
export class TestEmailFailed extends Data.TaggedError("TestEmailFailed")<{
  /** What the service says about it, for people. */
  readonly errorMessage: string
}> {
  override get message(): string {
    return this.errorMessage
  }
}
