/** Errors of the ways to sign in that are raised in the browser, by no answer of the service. */
import * as Data from "effect/Data"

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
