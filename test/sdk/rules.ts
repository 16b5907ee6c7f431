/** Every option, token store and rule of the caches that the original has (its sections 2 to 4), and what tests it. */
import type { AdminAppOptions } from "../../tiers/promise/admin-app.ts"
import type { ClientAppOptions } from "../../tiers/promise/client-app.ts"

export interface Tested {
  readonly name: string
  /** How the names of tests begin; of each at least one has to pass. */
  readonly tests: ReadonlyArray<string>
}

const rule = (name: string, ...tests: ReadonlyArray<string>): Tested => ({ name, tests })

/** By the option's name: one without a row does not compile. */
const options: { readonly [Option in keyof Required<AdminAppOptions & ClientAppOptions>]: Tested } = {
  projectId: rule(
    "option projectId, from its variable too",
    "createClientApp takes what the options leave out from the environment",
    "the client tier is configured by Effect's Config"
  ),
  publishableClientKey: rule(
    "option publishableClientKey",
    "What is missing is named: the key of the client tier",
    "createClientApp takes what the options leave out from the environment"
  ),
  secretServerKey: rule(
    "option secretServerKey",
    "What is missing is named: the key of the server tier",
    "a server starts on a server"
  ),
  superSecretAdminKey: rule(
    "option superSecretAdminKey",
    "What is missing is named: the key of the admin tier",
    "an admin starts on a server"
  ),
  projectOwnerSession: rule(
    "option projectOwnerSession",
    "an app by its owner's session reads and changes the project",
    "the projects of a user of the internal project come with an app that acts by the user's session"
  ),
  adminApp: rule(
    "option adminApp, of the facade",
    "what the user owns are projects, for users of the internal project",
    "what the user owns are projects only for who has given what makes their apps",
    "the projects of a user of the internal project come with an app that acts by the user's session"
  ),
  onWaiting: rule("option onWaiting, of the facade", "the signed-in user tells who listens that a method of it waits"),
  allowInBrowser: rule("option allowInBrowser", "where there is a document a test with a DOM starts by saying that it is none"),
  baseUrl: rule(
    "option baseUrl, one or { browser, server }",
    "The service's address may be one for browsers and one for servers"
  ),
  attemptTimeoutMillis: rule("option attemptTimeoutMillis", "One attempt may be given another limit"),
  callTimeoutMillis: rule("option callTimeoutMillis", "A whole call may be given another limit"),
  maxRetryAfterMillis: rule("option maxRetryAfterMillis", "Retry-After beyond a limit of one's own fails at once"),
  sendRefreshTokenAlways: rule(
    "option sendRefreshTokenAlways, which the original always does",
    "A call of the client tier keeps the refresh token at home (T1)",
    "A refresh token (T1) goes with every call for its session where the program says so"
  ),
  tokenStore: rule("option tokenStore", "An option that is no token store is refused in words"),
  urls: rule("option urls", "The pages of sign-in are the given ones before any default"),
  oauthScopesOnSignIn: rule("option oauthScopesOnSignIn", "the way to a provider asks for scopes on sign-in"),
  redirectMethod: rule(
    "option redirectMethod: window, none, a router's function",
    "the promise facade has a member for each page, which goes nowhere with the method `none`",
    "the promise facade hands each page to a router",
    "without cookies a page that a router changes goes on with what it has in memory"
  )
}

export const rules: ReadonlyArray<Tested> = [
  ...Object.values(options),
  rule(
    "handler URLs: 16 with their defaults",
    "The pages of sign-in have the defaults of the wire",
    "The pages of sign-in hang under another handler",
    "The pages of sign-in follow home, and sign-up follows sign-in"
  ),
  rule(
    "store cookie: browsers only",
    "The cookie store needs a browser",
    "createClientApp needs a browser for cookies",
    "Listening to other tabs is looking every 100 ms where nothing tells, and only there"
  ),
  rule("store memory", "createClientApp signs up, out and in again"),
  rule(
    "store of a request: header first, then cookies, one per request",
    "A session is found in the header before the cookies",
    "A session is found in the cookies of a web Request",
    "A session is found in the cookies of Node's IncomingMessage",
    "A session is found in the cookies of Next's cookies()",
    "A session is found in the x-stack-auth header of Next's headers()",
    "What changes while a request is answered is seen by the next call for that request"
  ),
  rule("store { accessToken, refreshToken }", "createClientApp takes another session for one question"),
  rule("store null", "Without a store whoever signs in is told that it leads nowhere"),
  rule("getUser takes a tokenStore of its own", "createClientApp takes another session for one question"),
  rule("access cookie counts beside its refresh token only", "The access cookie (T6) counts"),
  rule("legacy refresh cookie is read", "The older refresh cookie is read when the new one is missing"),
  rule(
    "a session by its refresh token: stores that hold it share one refresh",
    "One refresh (T10) serves 50 stores that hold the same session",
    "One refresh (T10) serves one session only"
  ),
  rule(
    "tokens are refreshed 20 s before their end, and never asked to last 60 s",
    "The tokens of a session are refreshed when it has 20 seconds or less",
    "An access token that lasts may not be asked for 60000 ms"
  ),
  rule("the text undefined is no token", "The tokens of a session are none where a store holds what cannot be one (T12"),
  rule("a sign-in sets both tokens", "A sign-in over a live session replaces it as a whole (T8)"),
  rule("get and list always ask, and then fill the cache", "the table of writes lets a direct read show, too"),
  rule("use gives what is known, or shares what is on its way", "the cache of a client gives what is known"),
  rule(
    "one fetch at a time, at least 300 ms apart, shared by those who wait",
    "the cache refreshes at most every 300 ms",
    "the cache has one request on its way"
  ),
  rule(
    "dropped 5000 ms after the last subscriber",
    "the cache drops an answer 5 s after its last subscriber left",
    "the cache keeps an answer for a subscriber who comes back within 5 s"
  ),
  rule("asked again when the session changes", "the cache asks again when the session changes"),
  rule("writes refresh what they touch", "the table of writes has a place for every call", "the table of writes is right about each"),
  rule("the user of no session is null, without a call", "The tokens of a session are none when nobody is signed in"),
  rule("components keep the old user until the redirect", "the cache shows a change of the session only when every hold is released"),
  rule(
    "a direct call does not wait for the throttle; those in flight share one request",
    "getUser and getProject share one request when they are called at the same moment"
  )
]
