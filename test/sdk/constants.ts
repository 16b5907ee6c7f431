/** The numbers of the specification (section 9): where each stands in the code, and what tests it. */

export type Constant =
  & { readonly name: string; readonly value: string }
  & (
    | {
      /** The file, and a text in it. */
      readonly place: string
      /** How the name of a test begins. */
      readonly test: string
    }
    | { readonly because: string }
  )

const row = (name: string, value: string, place: string, test: string): Constant => ({ name, value, place, test })
const none = (name: string, value: string, because: string): Constant => ({ name, value, because })
const number = (name: string) => `the numbers of the specification hold: ${name}`

export const constants: ReadonlyArray<Constant> = [
  row("Magic-link code length", "6", "tiers/calls/magic-link.ts otp", "a magic link is completed by the nonce when its six characters are typed"),
  row("TOTP code length", "6 digits", "tiers/calls/multi-factor.ts totp", "a sign-in that asks for a second factor costs no attempt for what is no code"),
  row("Password length", "8 to 70", "core/schema/fields.ts PASSWORD_MAX_LENGTH", "a forgotten password takes a new password of 8 to 70 characters"),
  row("OAuth verifier cookie lifetime", "3600 s", "core/session/verifier-cookie.ts LIFE_SECONDS", "the way back from a provider sends nothing and signs nobody in for a missing, foreign, replayed or expired state"),
  row("Refresh-token cookie", "31536000 s", "core/session/cookies.ts REFRESH_SECONDS", number("refresh-token cookie")),
  row("Access-token cookie", "86400 s", "core/session/cookies.ts ACCESS_SECONDS", number("access-token cookie")),
  row("Cookie token polling", "every 100 ms", "core/session/tabs.ts POLL_MILLIS", "Listening to other tabs is looking every 100 ms"),
  row("Tokens considered likely valid within", "20000 ms", "core/session/tokens.ts LIKELY_VALID_MILLIS", "The tokens of a session are refreshed when it has 20 seconds or less"),
  row("Access token not required beyond", "60 s", "core/session/tokens.ts LIFE_LIMIT_MILLIS", "An access token that lasts may not be asked for 60000 ms"),
  row("Redirect wait", "2000 ms", "core/navigation/navigation.ts REDIRECT_WAIT", number("redirect wait")),
  none("Warning after more than", "10 automatic-prefetch apps", "no app fetches anything before it is asked to"),
  row("Default session expiry", "31536000000 ms", "core/api/sessions.ts DEFAULT_SESSION_MILLIS", number("default session expiry")),
  row("Permission recursion default", "true", "tiers/calls/permissions.ts recursive", number("permission recursion")),
  row("E-mail port", "0 to 65535", "core/schema/project.ts 65_535", number("e-mail port")),
  row("Profile image URL maximum", "1,000,000 characters", "core/schema/fields.ts PROFILE_IMAGE_MAX_LENGTH", number("profile image URL")),
  row("Network retry: attempts and delays", "5 attempts, base 1000 ms", "core/http/retry.ts FIRST_WAIT_MILLIS", "A call that is worth another try waits 1, 2, 4 and 8 seconds between its five attempts"),
  row("Network retry: jitter", "0.5 to 1.5", "core/http/retry.ts jitter", "A call that is worth another try stretches each wait by the jitter"),
  row("OAuth scope and challenge", "legacy, S256", "tiers/calls/oauth.ts S256", "the way to a provider has every parameter of the wire"),
  row("Auth card max width", "380px", "react/theme/tokens.css 23.75rem", number("card width")),
  row("Wait limit", "2147483647 ms", "core/config.ts 2_147_483_647", "What cannot be right is named: attemptTimeoutMillis that is no duration"),
  row("Signing keys", "RSA at least 2048 bits", "tiers/verify/claims.ts ALGORITHMS", "The header of a token [J1] with RS256 by a key of 1024 bits [J4] is refused"),
  none("Client assertion expiry: the expiry", "60 s", "clients prove themselves by keys; none signs an assertion"),
  row("Client assertion expiry: default clock tolerance", "30 s", "tiers/verify/options.ts clockSkewMillis", number("clock tolerance")),
  none("OAuth library caches: nonces", "100", "no flow of this wire has a nonce of OpenID or DPoP"),
  none("OAuth library caches: key sets", "300 s", "key sets are kept for ten minutes, and an hour in an outage (tiers/verify/options.ts): J4 asks for it"),
  row("Cache entry invalidation", "5000 ms", "tiers/cache/cache.ts ENTRY_LIFE", "the cache drops an answer 5 s after its last subscriber left"),
  row("Cached fetch rate limit", "concurrency 1, 300 ms", "tiers/cache/cache.ts FETCH_INTERVAL", "the cache refreshes at most every 300 ms"),
  none("Class-name merge cache", "500 entries", "classes are not merged: styles are variables and attributes"),
  row("Form validation", "on submit, again on change", "react/hooks/use-late-form.ts reValidateMode", number("form validation")),
  row("Base32 alphabet", "Crockford-style", "core/session/random.ts base32", number("base32 alphabet")),
  row("Default handler path", "/handler", "core/navigation/urls.ts /handler", "The pages of sign-in have the defaults of the wire"),
  row("Default API base", "the hosted service", "core/config.ts DEFAULT_BASE_URL", number("default API base"))
]
