/** Errors that the SDK raises itself: no response of the service holds them. */
import * as Data from "effect/Data"

/** There is no user, and the call was told not to do without one. */
export class UserNotSignedIn extends Data.TaggedError("UserNotSignedIn")<{}> {
  override get message(): string {
    return "User is not signed in but getUser was called with { or: 'throw' }"
  }
}

/** The call needs what only a page in a browser has. Under http, other hosts than `localhost` lack it as well. */
export class BrowserRequired extends Data.TaggedError("BrowserRequired")<{
  /** The call, e.g. `signInWithPasskey`. */
  readonly call: string
}> {
  override get message(): string {
    return `\`${this.call}\` needs a page in a browser, under https or on localhost.`
  }
}

/** The provider, or the service, ended the sign-in with an error of OAuth (RFC 6749, section 4.1.2.1). */
export class OAuthSignInFailed extends Data.TaggedError("OAuthSignInFailed")<{
  /** The error's code, e.g. `server_error`. */
  readonly code: string
}> {
  override get message(): string {
    return `Signing in with the provider did not work (${this.code}). Please try again.`
  }
}

/** The browser keeps no cookies for this page, so whoever signs in would be signed out as soon as the page is left. */
export class CookiesBlocked extends Data.TaggedError("CookiesBlocked")<{}> {
  override get message(): string {
    return "This browser keeps no cookies for this page, and signing in needs them. Allow cookies and try again."
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

/** The test mail did not go out. */
export class TestEmailFailed extends Data.TaggedError("TestEmailFailed")<{
  /** What the service says about it, for people. */
  readonly errorMessage: string
}> {
  override get message(): string {
    return this.errorMessage
  }
}
