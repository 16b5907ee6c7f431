/** The error of doing without a user where one is needed. Apart from the other local errors, as it is raised at once. */
import * as Data from "effect/Data"

/** There is no user, and the call was told not to do without one. */
export class UserNotSignedIn extends Data.TaggedError("UserNotSignedIn")<{}> {
  override get message(): string {
    return "User is not signed in but getUser was called with { or: 'throw' }"
  }
}
