/** The error of asking for a token that nobody gets. Apart from the other local errors, for pages that raise none of those. */
import * as Data from "effect/Data"

/** An access token was asked for that lives longer than any has to. */
export class TokenLifeTooLong extends Data.TaggedError("TokenLifeTooLong")<{
  /** What was asked for, in milliseconds. */
  readonly millis: number
}> {
  override get message(): string {
    return `An access token for another ${this.millis} ms cannot be had: ask for less than 60000.`
  }
}
