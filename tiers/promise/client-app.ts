/**
 * The client tier as plain promises, for programs without Effect. Every method runs the effect of the same name.
 *
 * @example
 * const app = createClientApp({ projectId, publishableClientKey, tokenStore: "cookie" })
 * const result = await app.signInWithCredential({ email, password })
 * if (result.status === "error") show(result.error.message)
 * const user = await app.getUser()
 */
import * as Effect from "effect/Effect"
import type { RetryWait } from "../../core/http/retry.ts"
import type { Project } from "../../core/schema/project.ts"
import { type ClientCalls, type ClientOptions, make } from "../client.ts"
import { registerApp } from "./app-binding.ts"
import { type AppMethods, appMethods } from "./app-methods.ts"
import { constructorOf } from "./constructor-of.ts"
import { type CurrentUser, currentUser } from "./current-user.ts"
import { appsOf, type OwnedProjectOptions } from "./owned-projects.ts"
import { findUser, type GetUserOptions, makeCallRunner } from "./run-calls.ts"

export type { GetUserOptions } from "./run-calls.ts"

/** The options of an app besides those of its calls. */
export interface AppOptions extends OwnedProjectOptions {
  /** Called before each delay of a call, with the time of the retry. */
  readonly onWaiting?: ((waiting: RetryWait) => void) | undefined
}

/** The options of `createClientApp`. */
export interface ClientAppOptions extends ClientOptions, AppOptions {}

interface GetUser {
  (options: GetUserOptions & { readonly or: "throw" | "anonymous" }): Promise<CurrentUser>
  (options?: GetUserOptions): Promise<CurrentUser | null>
}

/** The calls of the client tier as methods that return promises. */
export interface ClientApp extends AppMethods {
  /**
   * Returns the signed-in user, by default `null` without one. With `or: "throw"` it then rejects with
   * `UserNotSignedIn`, with `or: "anonymous"` it signs up an anonymous user, and with `or: "redirect"` it redirects.
   */
  readonly getUser: GetUser
  /** Returns the client tier's view of the project: name, sign-in methods and rules. */
  readonly getProject: () => Promise<Project>
}

/** Makes an app over calls that exist already. */
export const clientAppOf = (calls: ClientCalls, options: AppOptions = {}): ClientApp => {
  const runner = makeCallRunner(calls, options.onWaiting)
  const ownedApps = appsOf(options)
  const { run, signOutOf } = runner
  const app: ClientApp = {
    ...appMethods(runner),
    // Cast: TypeScript cannot derive the overloads of `GetUser` from the implementation.
    getUser: ((asked: GetUserOptions = {}) =>
      findUser(runner, asked, (user, of) =>
        currentUser(user, { calls: () => of, run, signOut: signOutOf(of), ownedApps })
      )) as GetUser,
    getProject: () => run(runner.calls().getProject)
  }
  registerApp(app, { calls, bind: runner.bind })
  return app
}

/** Makes the app. Throws `ConfigurationError` when an option is missing or cannot be right. */
export const createClientApp = (options: ClientAppOptions): ClientApp =>
  clientAppOf(Effect.runSync(make(options)), options)

/** `new ClientApp(options)` is `createClientApp(options)`. */
export const ClientApp = constructorOf(createClientApp)
