/**
 * Every option, token store and rule of the caches that the original has (its sections 2 to 4), and what tests it: in
 * Effect and as a promise. A test that runs over both says in its name which of the two it was (test/tiers/facade).
 */
import type { AdminAppOptions } from "../../tiers/promise/admin-app.ts"
import type { ClientAppOptions } from "../../tiers/promise/client-app.ts"

/** How the names of tests begin; of each at least one has to pass. `null`: there is none, for the reason given. */
export type Tests = ReadonlyArray<string> | null

export interface Rule {
  readonly name: string
  readonly effect: Tests
  readonly promise: Tests
  /** Why one of the two is missing. */
  readonly because?: string
}

/** One test in both styles, and what else there is about the rule in Effect, where the behaviour is. */
const both = (name: string, test: string, ...more: ReadonlyArray<string>): Rule => ({
  name,
  effect: [`in Effect: ${test}`, ...more],
  promise: [`as a promise: ${test}`]
})

const one = (name: string, effect: Tests, promise: Tests, because: string): Rule => ({ name, effect, promise, because })

const option = (name: string, says: string, ...more: ReadonlyArray<string>): Rule =>
  both(`option ${name}`, `the option ${name.split(/[ :,]/)[0]} ${says}`, ...more)

/** By the option's name: one without a row does not compile. */
const options: { readonly [Option in keyof Required<AdminAppOptions & ClientAppOptions>]: Rule } = {
  projectId: option(
    "projectId, from its variable too",
    "says whose calls they are",
    "What is missing is named: the project's id",
    "the client tier is configured by Effect's Config"
  ),
  publishableClientKey: option(
    "publishableClientKey, from its variable too",
    "goes with each call",
    "What is missing is named: the key of the client tier"
  ),
  secretServerKey: option(
    "secretServerKey, from its variable too",
    "goes with each call of a server",
    "What is missing is named: the key of the server tier"
  ),
  superSecretAdminKey: option(
    "superSecretAdminKey, from its variable too",
    "goes with each call of an admin",
    "What is missing is named: the key of the admin tier"
  ),
  projectOwnerSession: option(
    "projectOwnerSession",
    "stands in for all keys",
    "an app by its owner's session reads and changes the project"
  ),
  adminApp: one(
    "option adminApp, of the facade",
    ["an app by its owner's session reads and changes the project"],
    [
      "what the user owns are projects, for users of the internal project",
      "what the user owns are projects only for who has given what makes their apps",
      "the projects of a user of the internal project come with an app that acts by the user's session"
    ],
    "in Effect projects are plain data, and `asProjectOwner` is handed to the tier that acts by it"
  ),
  onWaiting: option("onWaiting: in Effect `OnWaiting`", "is told when a call waits"),
  allowInBrowser: option("allowInBrowser", "lets servers and admins start where there is a document"),
  baseUrl: option(
    "baseUrl, one or { browser, server }",
    "is one address, or one for browsers and one for servers",
    "The service's address may be one for browsers and one for servers",
    "The service's address comes from the first variable that is set"
  ),
  attemptTimeoutMillis: option(
    "attemptTimeoutMillis",
    "ends an attempt that takes longer",
    "One attempt may be given another limit"
  ),
  callTimeoutMillis: option(
    "callTimeoutMillis",
    "ends a call with all its attempts",
    "A whole call may be given another limit"
  ),
  maxRetryAfterMillis: option(
    "maxRetryAfterMillis",
    "is the longest that a call waits",
    "Retry-After beyond a limit of one's own fails at once"
  ),
  sendRefreshTokenAlways: option(
    "sendRefreshTokenAlways, which the original always does",
    "sends it with every call",
    "A call of the client tier keeps the refresh token at home (T1)",
    "A refresh token (T1) goes with every call for its session where the program says so"
  ),
  tokenStore: option("tokenStore", "says whose session it is", "An option that is no token store is refused in words"),
  urls: option(
    "urls: 16 pages",
    "are the pages before any default",
    "The pages of sign-in are the given ones before any default"
  ),
  oauthScopesOnSignIn: both(
    "option oauthScopesOnSignIn",
    "on a page the option oauthScopesOnSignIn asks the provider for more",
    "the way to a provider asks for scopes on sign-in"
  ),
  redirectMethod: option(
    "redirectMethod: window, none, a router's function",
    "is nobody by default, the window, or a router's function",
    "without cookies a page that a router changes goes on with what it has in memory"
  )
}

const or = (value: string, ...tests: ReadonlyArray<string>): Rule =>
  one(
    `getUser({ or: "${value}" })`,
    null,
    ["a client's app", "a server's app"].flatMap((app) => tests.map((test) => `getUser of ${app} ${test}`)),
    "in Effect `getUser` gives `null`, and the program says what follows: it fails, or calls `navigation.redirect`"
  )

/** Section 2 besides: the pages, and what the calls of a user and of signing in and out do with them. */
const navigation: ReadonlyArray<Rule> = [
  {
    name: "handler URLs: 16 with their defaults, given ones first",
    effect: [
      "The pages of sign-in have the defaults of the wire",
      "The pages of sign-in hang under another handler",
      "The pages of sign-in follow home, and sign-up follows sign-in",
      "in Effect: the option urls"
    ],
    promise: ["as a promise: the option urls", "the promise facade has a member for each page"]
  },
  or("return-null", "gives null when nobody is signed in, unless told otherwise, and sends nothing"),
  or("throw", "rejects when nobody is signed in"),
  or("redirect", "goes to sign-in in the place of this page", "gives null after all where redirects go nowhere"),
  one(
    "after signing in, up and out the app goes on, unless `noRedirect`",
    null,
    [
      "the facade goes on to `afterSignIn` after a sign-in by password",
      "the facade goes on to `afterSignUp` after a sign-up",
      "the facade goes on to `afterSignUp` with whom a magic link makes a new user",
      "the facade goes on to `afterSignIn` after a passkey",
      "the facade goes on to `afterSignIn` only when the second factor was right",
      "the facade goes on to `afterSignOut` after a sign-out",
      "the facade goes on nowhere when it is told to stay"
    ],
    "in Effect a sign-in is a value, and the program goes where it wants by `navigation`"
  )
]

const store = (name: string, test: string, ...more: ReadonlyArray<string>): Rule =>
  both(name, `the token store ${test}`, ...more)
const page = (name: string, test: string, ...more: ReadonlyArray<string>): Rule => both(name, `on a page ${test}`, ...more)

/** Section 3. */
const stores: ReadonlyArray<Rule> = [
  page(
    "store cookie",
    "the token store `cookie` keeps a session in the page's cookies",
    "The cookie store keeps both tokens"
  ),
  store(
    "store cookie: browsers only",
    "`cookie` is refused where there is no page",
    "The cookie store needs a browser"
  ),
  page(
    "store cookie: other tabs are looked at every 100 ms",
    "who listens hears within 100 ms",
    "Listening to other tabs is looking every 100 ms where nothing tells, and only there"
  ),
  store("store memory: one for each app", "`memory` is one for each app"),
  store(
    "store of a request: header first, then cookies",
    "of a request is what it came with",
    "A session is found in the header before the cookies",
    "A session is found in the cookies of a web Request",
    "A session is found in the cookies of Node's IncomingMessage",
    "A session is found in the cookies of Next's cookies()",
    "A session is found in the x-stack-auth header of Next's headers()"
  ),
  store(
    "store of a request: one per request, and nothing is written",
    "of a request is one for all calls of that request",
    "What changes while a request is answered is seen by the next call for that request"
  ),
  store(
    "store { accessToken, refreshToken }: a new one for each call",
    "`{ accessToken, refreshToken }` begins with these"
  ),
  store(
    "store null: what needs a user fails",
    "`null` keeps nothing",
    "Without a store whoever signs in is told that it leads nowhere"
  ),
  store("getUser takes a tokenStore of its own", "of one question is another than the app's"),
  page(
    "access cookie counts beside its refresh token only",
    "the access cookie counts only beside",
    "The access cookie (T6)"
  ),
  store(
    "the same of a request",
    "of a request takes the access cookie only beside its own refresh token",
    "The access cookie of a request (T6)"
  ),
  page(
    "legacy refresh cookie is read",
    "the older refresh cookie is read",
    "The older refresh cookie is read when the new one is missing"
  ),
  store(
    "the same of a request",
    "of a request reads the older refresh cookie",
    "A session is found in the older refresh cookie when the new one is missing"
  ),
  store(
    "a session by its refresh token: stores that hold it share one refresh",
    "makes no second refresh where another holds the same session",
    "One refresh (T10) serves 50 stores that hold the same session",
    "One refresh (T10) serves one session only"
  ),
  store(
    "a session keeps its refresh token for life; new access tokens go into the store",
    "keeps its refresh token for life"
  ),
  store(
    "a session that has ended empties its store, and is not asked for again",
    "is emptied by a session that has ended",
    "Only the service's word ends a session (T11)"
  ),
  store(
    "a refresh that fails otherwise leaves the session as it is, which the original gives up",
    "is not emptied by a refresh that fails",
    "A refresh that fails (T11)"
  ),
  store(
    "tokens are refreshed 20 s before their end",
    "gets fresh tokens 20 seconds before the end of the old ones",
    "The tokens of a session are refreshed when it has 20 seconds or less"
  ),
  one(
    "no token is asked to last 60 s",
    ["An access token that lasts may not be asked for 60000 ms"],
    null,
    "the limit is one of the session, under all calls: no member of an app takes a duration"
  ),
  store(
    "both tokens null, and the text undefined: nobody is signed in",
    "with nothing in it, or with what cannot be a token",
    "The tokens of a session are none where a store holds what cannot be one (T12",
    "The tokens of a session are none when nobody is signed in"
  ),
  store(
    "an access token alone is a session until it expires, which the original takes for none",
    "with an access token alone is a session",
    "The tokens of a session may be an access token alone"
  ),
  store(
    "a sign-in sets both tokens on the app's store",
    "takes both tokens of a sign-in",
    "A sign-in over a live session replaces it as a whole (T8)"
  ),
  store(
    "who listens hears of each change of the session",
    "tells who listens",
    "Whoever listens to a session hears of every sign-in"
  )
]

const cache = (name: string, test: string, ...more: ReadonlyArray<string>): Rule => both(name, `a cache ${test}`, ...more)
const read = (name: string, test: string, ...more: ReadonlyArray<string>): Rule => both(name, `a direct read ${test}`, ...more)

/** Section 4. A cache is asked in Effect by `get`, as a promise by what `read` gives; the hooks sit on these. */
const caches: ReadonlyArray<Rule> = [
  read("get and list always ask", "by a client asks the service each time"),
  read("get and list always ask, by a server too", "by a server asks the service each time"),
  read("list always asks", "of a list asks the service each time"),
  cache(
    "get and list then fill the cache",
    "is filled by a call that asks the service itself",
    "the table of writes lets a direct read show, too"
  ),
  cache("use gives what is known, or shares what is on its way", "gives what is known, or shares what is on its way"),
  cache(
    "one fetch at a time, at least 300 ms apart, shared by those who wait",
    "has one request on its way, and starts at least 300 ms apart",
    "the cache refreshes at most every 300 ms",
    "the cache has one request on its way",
    "the cache never has two requests on their way"
  ),
  cache(
    "dropped 5000 ms after the last subscriber, unless one comes back",
    "drops an answer 5000 ms after its last subscriber left",
    "the cache drops an answer 5 s after its last subscriber left",
    "the cache keeps an answer for a subscriber who comes back within 5 s"
  ),
  cache(
    "errors are cached like values: here for a second",
    "keeps an error like a value",
    "the cache tells a failure to those who waited, and asks again for who comes later",
    "the cache keeps what is known when a refresh fails"
  ),
  cache("errors are forgotten by who tries again", "gives up an error at once when it is told to"),
  cache(
    "asked again when the session changes",
    "is asked again when somebody else signs in",
    "the cache asks again when the session changes"
  ),
  cache(
    "writes refresh what they touch",
    "shows what a write changed",
    "the table of writes has a place for every call",
    "the table of writes is right about each"
  ),
  cache("the user of no session is null, without a call", "says that the user of no session is nobody"),
  read("the same of a direct call", "of the user of no session sends nothing"),
  cache(
    "components keep the old user until the redirect",
    "keeps the old user while it is held",
    "the cache shows a change of the session only when every hold is released"
  ),
  read(
    "a direct call does not wait for the throttle; those in flight share one request",
    "shares its request with those that are made while it is under way",
    "getUser and getProject share one request when they are called at the same moment"
  )
]

const held = (of: string): Rule => both(`cache of ${of}`, `there is a cache of ${of}`)
const unheld = (of: string): Rule =>
  one(`cache of ${of}`, null, null, "a server's answer belongs to the request that asked: nothing of it is kept")

/** The caches themselves, as section 4 lists them: those of the client, then those of servers and of admins. */
const list: ReadonlyArray<Rule> = [
  ...[
    "the current user",
    "the project",
    "the owned projects",
    "the own permissions, recursive or not",
    "the own teams",
    "a token of a provider, for its scopes",
    "a connection, for its scopes",
    "a connection that redirects or is there",
    "the members of a team",
    "the invitations of a team",
    "the own profile in a team",
    "the contact channels"
  ].map(held),
  ...[
    "the current server user",
    "the list of users",
    "a user by id",
    "the teams of a user, or all",
    "the permissions of a user in a team",
    "a token of a provider, of any user",
    "a connection of any user",
    "the members of any team",
    "the invitations of any team",
    "the profile of any user in a team",
    "the contact channels of any user",
    "the project of an admin",
    "the key sets",
    "the e-mail templates",
    "the permission definitions",
    "the Svix token",
    "the metrics"
  ].map(unheld)
]

export const rules: ReadonlyArray<Rule> = [...Object.values(options), ...navigation, ...stores, ...caches, ...list]

/** What is wrong with a rule, one sentence each. `hasPassed` says whether a test passed whose name begins so. */
export const ruleGaps = (
  { because, effect, name, promise }: Rule,
  hasPassed: (test: string) => boolean
): ReadonlyArray<string> => [
  ...[effect, promise].flatMap((tests) => tests ?? []).filter((test) => !hasPassed(test)).map((test) =>
    `${name}: this test did not pass, or is not there: ${test}`
  ),
  ...[effect, promise].filter((tests) => tests?.length === 0).map(() => `${name}: no test is named`),
  ...((effect === null || promise === null) && because === undefined
    ? [`${name} has one style, and it is not said why`]
    : [])
]
