/** Errors that are raised before anything is sent. */
import * as Data from "effect/Data"

/** The call mails a link, and nothing says where it should lead. */
export class CallbackUrlMissing extends Data.TaggedError("CallbackUrlMissing")<{
  /** The option that gives the address. */
  readonly option: string
}> {
  override get message(): string {
    return `There is no page from which the link's address could be derived: give the option \`${this.option}\`.`
  }
}

/** There is no user, and the call was told not to do without one. */
export class UserNotSignedIn extends Data.TaggedError("UserNotSignedIn")<{}> {
  override get message(): string {
    return "User is not signed in but getUser was called with { or: 'throw' }"
  }
}

/** An access token was asked for that lives longer than any has to. */
export class TokenLifeTooLong extends Data.TaggedError("TokenLifeTooLong")<{
  /** What was asked for, in milliseconds. */
  readonly millis: number
}> {
  override get message(): string {
    return `An access token for another ${this.millis} ms cannot be had: ask for less than 60000.`
  }
}
