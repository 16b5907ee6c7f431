/** The local error of browsers that keep no cookies. */
import * as Data from "effect/Data"

/** The browser keeps no cookies for this page, so whoever signs in would be signed out as soon as the page is left. */
export class CookiesBlocked extends Data.TaggedError("CookiesBlocked")<{}> {
  override get message(): string {
    return "This browser keeps no cookies for this page, and signing in needs them. Allow cookies and try again."
  }
}
