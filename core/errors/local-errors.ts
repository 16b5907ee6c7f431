/** Errors that are raised before anything is sent. */
import * as Data from "effect/Data"

/** The call mails a link, and nothing says where it should lead. */
export class CallbackUrlMissing extends Data.TaggedError("CallbackUrlMissing")<{
  /** The option that gives the address. */
  readonly option: string
  /** What cannot be done, where there is more to say than that no address is known. */
  readonly problem?: string | undefined
}> {
  override get message(): string {
    const { option, problem = "There is no page from which the link's address could be derived" } = this
    return `${problem}: give the option \`${option}\`.`
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
