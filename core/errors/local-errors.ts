/** Errors of calls that the SDK raises, and that are not in responses of the service. */
import * as Data from "effect/Data"

/** The call needs a page in a browser. Over http, hosts other than `localhost` lack the needed functions as well. */
export class BrowserRequired extends Data.TaggedError("BrowserRequired")<{
  /** The call, e.g. `signInWithPasskey`. */
  readonly call: string
}> {
  override get message(): string {
    return `\`${this.call}\` needs a page in a browser, under https or on localhost.`
  }
}

/** The provider or the service ended the sign-in with an OAuth error (RFC 6749, section 4.1.2.1). */
export class OAuthSignInFailed extends Data.TaggedError("OAuthSignInFailed")<{
  /** The OAuth error code, e.g. `server_error`. */
  readonly code: string
}> {
  override get message(): string {
    return `Signing in with the provider did not work (${this.code}). Please try again.`
  }
}

/** The call mails a link, and has no callback URL for it. */
export class CallbackUrlMissing extends Data.TaggedError("CallbackUrlMissing")<{
  /** The action that needs the URL, e.g. `send password reset email`. */
  readonly action: string
  /** The option for the URL. */
  readonly option: string
}> {
  override get message(): string {
    return (
      `Cannot ${this.action} without a callback URL from the server or without a redirect method. ` +
      `There is no page from which it could be derived: give the option \`${this.option}\`.`
    )
  }
}

/** The user has no primary email to verify. */
export class PrimaryEmailMissing extends Data.TaggedError("PrimaryEmailMissing")<{}> {
  override get message(): string {
    return "A verification email needs a primary email address, and the user has none."
  }
}

/** The test mail could not be sent. */
export class TestEmailFailed extends Data.TaggedError("TestEmailFailed")<{
  /** The service's message. */
  readonly errorMessage: string
}> {
  override get message(): string {
    return this.errorMessage
  }
}

/** The proof that the project requires at sign-up could not be made. */
export class SignUpProofFailed extends Data.TaggedError("SignUpProofFailed")<{
  /** The error of the option `signUpProof`, or of the solver. */
  readonly cause: unknown
}> {
  override get message(): string {
    return "The check that you are not a robot could not be made. Allow it in your content blocker, or try again later."
  }
}

/** The user denied the sign-in on a command line. */
export class CommandLineSignInDenied extends Data.TaggedError("CommandLineSignInDenied")<{}> {
  override get message(): string {
    return "The sign-in was denied in the browser."
  }
}
