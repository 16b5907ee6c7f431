/** Redirects to the application with an authorization code (RFC 6749, section 4.1.2). */
import { Effect } from "effect"
import { RedirectUrlNotWhitelisted } from "../../../core/errors/redirect-url.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import { requireTrustedRedirect } from "../projects/trusted-redirect.ts"

/** Returns the redirect URI with the code and the state. */
export const authorizationResponse = (redirectUri: string, code: string, state: string): string => {
  const target = new URL(redirectUri)
  target.searchParams.set("code", code)
  target.searchParams.set("state", state)
  return target.href
}

/**
 * Checks the URL, which the application follows unchecked, as a redirect URL. A relative URL is resolved against the
 * redirect URI.
 */
export const requireTrustedAfterwards = Effect.fnUntraced(function* (
  project: ProjectRecord,
  redirectUri: string,
  url: string
) {
  // Refuses characters that parsers interpret differently, and `https:evil.example`, which is relative under https
  // only.
  const target = /[\s\\\p{Cc}]|^[a-z][a-z\d+.-]*:(?!\/\/)/iu.test(url) ? null : URL.parse(url, redirectUri)
  if (target === null) return yield* new RedirectUrlNotWhitelisted()
  yield* requireTrustedRedirect(project, target.href)
})
