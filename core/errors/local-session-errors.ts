/** Errors about the session that the SDK raises, and that are not in responses of the service. */
import * as Data from "effect/Data"

/** No user is signed in, and the call has the option `{ or: "throw" }`. */
export class UserNotSignedIn extends Data.TaggedError("UserNotSignedIn")<{}> {
  override get message(): string {
    return "User is not signed in but getUser was called with { or: 'throw' }"
  }
}

/** The browser blocks cookies for this page, so that a session would end with the page. */
export class CookiesBlocked extends Data.TaggedError("CookiesBlocked")<{}> {
  override get message(): string {
    return "This browser blocks cookies for this page, and signing in needs them. Allow cookies and try again."
  }
}

/** The requested lifetime of an access token is longer than the service guarantees. */
export class TokenLifeTooLong extends Data.TaggedError("TokenLifeTooLong")<{
  /** The requested lifetime in milliseconds. */
  readonly millis: number
}> {
  override get message(): string {
    return `The service does not guarantee access tokens for another ${this.millis} ms. Request less than 60000 ms.`
  }
}
