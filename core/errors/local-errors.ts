/** Errors that are raised before anything is sent. */
import * as Data from "effect/Data"

/** The call mails a link, and nothing says where it should lead. */
export class CallbackUrlMissing extends Data.TaggedError("CallbackUrlMissing")<{
  /** What cannot be done without, e.g. `send password reset email`. */
  readonly action: string
  /** The option that gives the address. */
  readonly option: string
}> {
  override get message(): string {
    return `Cannot ${this.action} without a callback URL from the server or without a redirect method. ` +
      `There is no page from which it could be derived: give the option \`${this.option}\`.`
  }
}

/** The user has no primary e-mail address that could be verified. */
export class PrimaryEmailMissing extends Data.TaggedError("PrimaryEmailMissing")<{}> {
  override get message(): string {
    return "A verification e-mail needs a primary e-mail address, and the user has none."
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
