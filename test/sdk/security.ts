/** What a client has to withstand (RFC 9700, RFC 8725, OWASP ASVS 5.0), and the tests of it. */

export interface Tested {
  readonly name: string
  /** How the names of tests begin; of each at least one has to pass. */
  readonly tests: ReadonlyArray<string>
}

const row = (name: string, ...tests: ReadonlyArray<string>): Tested => ({ name, tests })

export const security: ReadonlyArray<Tested> = [
  row("O1 state and verifier are random and never shared", "the way to a provider has a state and a verifier of 256 bits each"),
  row("O2 a foreign, replayed or expired state does nothing", "the way back from a provider sends nothing and signs nobody in for a missing"),
  row(
    "O3 the verifier is used up before the exchange, which is sent once",
    "the way back from a provider uses its verifier up before the exchange is sent",
    "the way back from a provider is finished once by a component that mounts twice"
  ),
  row("O11 another issuer is refused", "the way back from a provider of another issuer is refused"),
  row(
    "T1 tokens go to the configured service only, and the refresh token to few of its calls",
    "The tokens of a session go to the configured service and nowhere else (T1)",
    "A redirect is not followed",
    "A refresh token (T1) goes to the two calls",
    "A refresh token (T1) goes with every call"
  ),
  row("T2 no secret in errors, logs, spans, addresses", "No secret comes out of", "No secret comes out of any call because every call of every tier is among them"),
  row("T3 tokens are hidden in what prints a client", "The tokens of a session are shown by nothing that prints a client"),
  row("T4 cookies as strict as the place allows", "The attributes of the cookies (T4)", "An answer that can set cookies (T4)"),
  row("T5 no cookie of more than 4096 bytes", "The attributes of the cookies (T4) never leave a cookie of more than 4096 bytes"),
  row("T6 cookies are a pair, and none that was planted wins", "The access cookie (T6)", "A refresh cookie that a neighbouring host planted (T6)"),
  row("T7 a sign-out is one without a network, too", "A sign-out is one also when the service cannot be told (T7)", "the cache of a client forgets on sign-out"),
  row("T8 a sign-in replaces the session as a whole", "A sign-in over a live session replaces it as a whole (T8)", "a session that starts takes the whole place"),
  row(
    "T9 nothing of one user reaches another",
    "The session of a request is that request's and nobody else's",
    "the cache of a client never shows one user what was read for another"
  ),
  row(
    "T10 one refresh for calls, requests and tabs",
    "One refresh (T10) serves 50 calls",
    "The session of a request is refreshed once for 50 requests at once",
    "A refresh among tabs (T10) is one",
    "A refresh among tabs (T10) where there are no locks"
  ),
  row("T11 only the service's word ends a session", "A refresh that fails (T11)", "Only the service's word ends a session (T11)", "While refreshes fail for 20 seconds (T11) with 503", "While refreshes fail for 20 seconds (T11) a call right after it"),
  row("T12 what cannot be a token is none", "The tokens of a session are none where a store holds what cannot be one (T12", "A hostile request (T12)"),
  row("J1 algorithm, type and keys of a token", "The header of a token [J1]"),
  row("J2 issuer, audience and times", "The claims of a token [J2]"),
  row("J3 keys come from configuration, within limits", "The keys [J3]"),
  row("J4 a memory of keys that survives outages and amplifies nothing", "The memory of keys [J4]"),
  row("J5 a key's id is compared and nothing else", "The id of a key [J5]"),
  row("J6 what is not verified has another type", "Decoding without verifying [J6]"),
  row("X1 linear time on 100 kB", "100 kB is read in no time", "What is no token [X1]"),
  row("X2 limits, interruption, Retry-After", "A whole call ends after 60 seconds", "An interrupted call gives up its request at once", "Retry-After"),
  row("X3 no host that was not configured", "After a lost connection the health of the configured service is asked for, once, and no other host"),
  row("X4 no blind repetition", "A call that is not is not repeated"),
  row("a call of another tier is refused before the network", "A call that only another tier may make is refused"),
  row("X5 few dependencies, no install scripts, listed files, provenance, a bill of materials", "The package [X5]"),
  row(
    "bad input: a clock that is a day off",
    "A wrong clock that is a day late",
    "A wrong clock that is a day early",
    "A refresh among tabs (T10) is one even by a clock",
    "A reader of sessions refreshes once and gives up when the clock is a day off",
    "The memory of keys [J4] is not led astray by a clock that jumps back a day"
  ),
  row(
    "bad input: storage that throws",
    "A browser that keeps no cookies since it forbids them",
    "without cookies a page that may store nothing at all",
    "A refresh among tabs (T10) goes on by itself where the platform refuses them",
    "A hostile request (T12) made of anything is never a defect"
  ),
  row(
    "bad input: cookies that are off",
    "A browser that keeps no cookies since it drops them",
    "without cookies no way to sign in sends anything when the next page is loaded anew",
    "the way to a provider is not begun in a browser that keeps no cookies"
  ),
  row(
    "bad input: hostile cookies and headers",
    "Malformed cookies",
    "A hostile request (T12) with cookies that hold none",
    "A hostile request (T12) with a header that holds no tokens",
    "A hostile request (T12) of any text"
  ),
  row(
    "bad input: hostile query strings and redirect targets",
    "the way back from a provider sends nothing and signs nobody in for a missing",
    "the way back from a provider goes home from where it would lead away (O6, O7",
    "an error of a provider of a code that nobody knows is a RequestError (0)",
    "The relative part of an address never leaves the origin"
  ),
  row(
    "bad input: missing keys, and a call of another tier",
    "What is missing is named: the key of the client tier",
    "an app for servers does not offer what its tier may not do"
  )
]
