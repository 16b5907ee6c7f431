// The measured programs: one for each use of the package.

const options = `{ projectId: "internal", publishableClientKey: "pck_1", tokenStore: "cookie" }`
const credential = `{ email: "ada@example.com", password: "correct horse" }`

const fiveCalls = `
  yield* client.signInWithCredential(${credential})
  yield* client.updateUser({ displayName: "Ada" })
  const channels = yield* client.contactChannels.list()
  const user = yield* client.getUser
  yield* client.signOut
  return [user, channels]`

/**
 * Budgets are in bytes after gzip: `budget` of what loads with the page, `wholeBudget` of all files, `over` of the
 * difference to another program, `bundlersBudget` of what loads with the page by each of the other bundlers, without
 * styles. `onlyPath` is the only endpoint path that the bundle may contain. `noEffect` programs
 * load no module of Effect with the page: they show their first field without the runtime.
 *
 * @typedef {{
 *   name: string, what: string, code: string,
 *   noEffect?: true, budget?: number, wholeBudget?: number, bundlersBudget?: number,
 *   over?: { program: string, bytes: number }, onlyPath?: string
 * }} Program
 */

/**
 * The programs assign their results to `globalThis`, so that the bundler does not remove them.
 *
 * @type {ReadonlyArray<Program>}
 */
export const programs = [
  {
    name: "client",
    what: "Client.make and five calls: sign-in, get and update user, channels, sign-out",
    // 46.5 kB, of which 29 kB are Effect, 8 of them `SchemaAST`. 0.7 kB are functions of Effect that only the calls on
    // demand use, in modules that the page needs, and 0.4 kB are the names under which these calls find them. 0.4 kB is
    // `MutableHashMap`, which compares redacted refresh tokens by value, so that no map contains a token in clear.
    // 0.1 kB is the language of mails, which every call sends. 0.3 kB keep the session of a user who signs in before
    // the response of an anonymous sign-up, or before another user's sign-out.
    budget: 46_500,
    code: `
      import * as Effect from "effect/Effect"
      import * as Client from "keystile/client"
      globalThis.run = () => Effect.runPromise(Effect.gen(function*() {
        const client = yield* Client.make(${options})
        ${fiveCalls}
      }))`
  },
  {
    name: "layer",
    what: "the same five calls, provided by Client.layer",
    code: `
      import * as Effect from "effect/Effect"
      import * as Client from "keystile/client"
      const program = Effect.gen(function*() {
        const client = yield* Client.Client
        ${fiveCalls}
      })
      globalThis.run = () => Effect.runPromise(Effect.provide(program, Client.layer(${options})))`
  },
  {
    name: "calls",
    what: "the same five as plain calls over connect, with both token stores",
    // 0.1 kB of it is the maximum of addresses, an error of the call that changes the own user.
    budget: 41_300,
    code: `
      import * as Effect from "effect/Effect"
      import * as Redacted from "effect/Redacted"
      import {
        call, connect, ContactChannelsApi, cookieStore, memoryStore, PasswordApi, Session, SessionsApi, UsersApi
      } from "keystile"
      const body = { email: "ada@example.com", password: Redacted.make("correct horse") }
      const program = Effect.gen(function*() {
        const session = yield* Session
        yield* session.start(yield* call(PasswordApi.signIn, { body }))
        yield* call(UsersApi.updateMe, { body: { displayName: "Ada" } })
        const channels = yield* call(ContactChannelsApi.list, { query: { userId: "me" } })
        const user = yield* call(UsersApi.getMe)
        yield* call(SessionsApi.signOut)
        yield* session.end
        return [user, channels]
      })
      const options = { projectId: "internal", publishableClientKey: "pck_1" }
      globalThis.run = (store) =>
        connect(options, store === "cookie" ? cookieStore : memoryStore).pipe(
          Effect.flatMap((context) => Effect.provideContext(program, context)), Effect.runPromise)`
  },
  {
    name: "promise",
    what: "the same five calls by createClientApp",
    budget: 50_300,
    code: `
      import { createClientApp } from "keystile/promise"
      globalThis.run = async () => {
        const app = createClientApp(${options})
        await app.signInWithCredential(${credential})
        const user = await app.getUser({ or: "throw" })
        await user.update({ displayName: "Ada" })
        const channels = await user.listContactChannels()
        await app.signOut()
        return [user, channels]
      }`
  },
  {
    name: "whole app",
    what: "createClientApp handed out whole: every member can be called",
    budget: 50_200,
    code: `
      import { createClientApp } from "keystile/promise"
      globalThis.app = createClientApp(${options})`
  },
  {
    name: "http-client",
    what: "client, over Effect's HttpClient",
    code: `
      import * as Effect from "effect/Effect"
      import * as Layer from "effect/Layer"
      import * as FetchHttpClient from "effect/http/FetchHttpClient"
      import * as Client from "keystile/client"
      import * as HttpClientTransport from "keystile/http-client"
      const program = Effect.gen(function*() {
        const client = yield* Client.Client
        ${fiveCalls}
      })
      const layer = Client.layerNoDeps(${options}).pipe(
        Layer.provide(HttpClientTransport.layer), Layer.provide(FetchHttpClient.layer))
      globalThis.run = () => Effect.runPromise(Effect.provide(program, layer))`
  },
  {
    name: "sign-in",
    what: "<SignIn /> in its provider, with the styles",
    noEffect: true,
    // 37.0 kB, of which 10 kB are styles.
    budget: 37_100,
    code: `
      import { createElement } from "react"
      import { KeystileProvider, SignIn } from "keystile/react"
      import "keystile/react/styles.css"
      globalThis.page = () => createElement(KeystileProvider, ${options}, createElement(SignIn))`
  },
  {
    name: "sign-in entry",
    what: "the same from keystile/react/sign-in",
    noEffect: true,
    // 34.5 kB by esbuild, which loads every module that the entry re-exports.
    bundlersBudget: 45_000,
    code: `
      import { createElement } from "react"
      import { KeystileProvider, SignIn } from "keystile/react/sign-in"
      import "keystile/react/styles.css"
      globalThis.page = () => createElement(KeystileProvider, ${options}, createElement(SignIn))`
  },
  {
    name: "parts",
    what: "a form of sign-in's parts, in its provider, without styles",
    code: `
      import { createElement } from "react"
      import { KeystileProvider } from "keystile/react"
      import { SignIn } from "keystile/react/parts"
      const form = createElement(SignIn.Form, null,
        createElement(SignIn.Email), createElement(SignIn.Password), createElement(SignIn.Submit))
      globalThis.page = () => createElement(KeystileProvider, ${options}, createElement(SignIn.Root, null, form))`
  },
  {
    name: "hooks",
    what: "useUser() in its provider, without the styles",
    noEffect: true,
    code: `
      import { createElement } from "react"
      import { KeystileProvider, useUser } from "keystile/react"
      const Name = () => useUser()?.displayName
      globalThis.page = () => createElement(KeystileProvider, ${options}, createElement(Name))`
  },
  {
    name: "user-button",
    what: "hooks, and <UserButton />",
    noEffect: true,
    // 6,034 bytes.
    over: { program: "hooks", bytes: 6200 },
    code: `
      import { createElement } from "react"
      import { KeystileProvider, UserButton, useUser } from "keystile/react"
      const Name = () => useUser()?.displayName
      globalThis.page = () =>
        createElement(KeystileProvider, ${options}, createElement(Name), createElement(UserButton))`
  },
  {
    name: "account",
    what: "<AccountSettings /> in its provider, before a page is shown, with the styles",
    code: `
      import { createElement } from "react"
      import { AccountSettings, KeystileProvider } from "keystile/react"
      import "keystile/react/styles.css"
      globalThis.page = () => createElement(KeystileProvider, ${options}, createElement(AccountSettings))`
  },
  {
    name: "handler",
    what: "<Handler /> in its provider, before a page is shown, with the styles",
    noEffect: true,
    // 222.0 kB: 56 kB are libraries (Effect 33, zxcvbn 15, uqr 4, WebAuthn 3, js-cookie 1), the list of popular
    // passwords 9, the styles 10, the largest language 10, and 0.6 the place of menus in browsers without CSS anchor
    // positioning. The rest are the client and the screens.
    wholeBudget: 222_100,
    code: `
      import { createElement } from "react"
      import { Handler, KeystileProvider } from "keystile/react"
      import "keystile/react/styles.css"
      globalThis.page = () => createElement(KeystileProvider, ${options}, createElement(Handler))`
  },
  {
    name: "oauth",
    what: "<ProviderButtons /> alone, without the styles",
    code: `
      import { createElement } from "react"
      import { ProviderButtons } from "keystile/react"
      globalThis.page = () => createElement(ProviderButtons, { providers: ["google"], onSelect: () => {} })`
  },
  {
    name: "tabs",
    what: "<Tabs /> alone, without the styles",
    code: `
      import { createElement } from "react"
      import { Tabs } from "keystile/react"
      globalThis.page = () => createElement(Tabs, { label: "Method", tabs: [] })`
  },
  {
    name: "code",
    what: "<CodeField /> alone, without the styles",
    code: `
      import { createElement } from "react"
      import { CodeField } from "keystile/react"
      globalThis.page = () => createElement(CodeField, { label: "Code", kind: "digits" })`
  },
  {
    name: "strength",
    what: "<PasswordStrength /> alone, without the styles",
    code: `
      import { createElement } from "react"
      import { PasswordStrength } from "keystile/react"
      globalThis.page = () => createElement(PasswordStrength, { password: "" })`
  },
  {
    name: "verify",
    what: "createSessionReader(options)(request); for servers",
    code: `
      import { createSessionReader } from "keystile/verify"
      globalThis.run = createSessionReader({ projectId: "internal", publishableClientKey: "pck_1" })`
  },
  {
    name: "webhooks",
    what: "createWebhookVerifier(options); for servers",
    code: `
      import { createWebhookVerifier } from "keystile/webhooks"
      globalThis.run = createWebhookVerifier({ secret: "whsec_1" })`
  },
  {
    name: "one call",
    what: "call(ProjectsApi.getProject), and nothing else",
    onlyPath: "/projects/current",
    code: `
      import { call, ProjectsApi } from "keystile"
      globalThis.program = call(ProjectsApi.getProject)`
  }
]
