/** Errors that are raised before anything is sent. */
import * as Data from "effect/Data"

export { UserNotSignedIn } from "./not-signed-in.ts"

export { TokenLifeTooLong } from "./token-life.ts"

/** The call mails a link, and nothing says where it should lead. */
export class CallbackUrlMissing extends Data.TaggedError("CallbackUrlMissing")<{
  /** What cannot be done without, e.g. `send password reset email`. */
  readonly action: string
  /** The option that gives the address. */
  readonly option: string
}> {
  override get message(): string {
    return (
      `Cannot ${this.action} without a callback URL from the server or without a redirect method. ` +
      `There is no page from which it could be derived: give the option \`${this.option}\`.`
    )
  }
}

/** The user has no primary e-mail address that could be verified. */
export class PrimaryEmailMissing extends Data.TaggedError("PrimaryEmailMissing")<{}> {
  override get message(): string {
    return "A verification e-mail needs a primary e-mail address, and the user has none."
  }
}
