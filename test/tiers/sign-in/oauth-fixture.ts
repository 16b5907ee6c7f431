/** A page that signs in with providers, and the service's own provider pages. */
import { afterEach, beforeEach, vi } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { OAuthProviderId } from "../../../core/schema/fields/oauth-provider-id.ts"
import * as Client from "../../../tiers/client.ts"
import { Browser, grace, locationOf } from "../../service/resources/oauth/browser.ts"
import { signInService } from "./fixture.ts"

export const page = (globalThis as unknown as { readonly happyDOM: { readonly setURL: (url: string) => void } })
  .happyDOM

export const APP = "http://localhost:3000"
export const SIGN_IN = `${APP}/handler/sign-in`
export const CALLBACK = `${APP}/handler/oauth-callback`

export const redirects: Array<string> = []
export const client = { redirectMethod: (url: string) => void redirects.push(url) }
export const withProviders = signInService({ client })

export const cookies = () => document.cookie.split("; ").filter((cookie) => cookie.startsWith("stack-oauth-outer-"))
const forgetCookies = () => {
  for (const cookie of document.cookie.split("; ")) document.cookie = `${cookie.split("=")[0]}=; max-age=0; path=/`
}

beforeEach(() => {
  page.setURL(SIGN_IN)
  redirects.length = 0
  forgetCookies()
  vi.spyOn(console, "warn").mockImplementation(() => {})
})
afterEach(() => void vi.restoreAllMocks())

/** Runs an effect that leaves the page, and returns the URL it leaves for. */
export const redirectOf = Effect.fnUntraced(function* <E>(begin: Effect.Effect<void, E>) {
  const left = new Promise<string>((resolve) =>
    vi.spyOn(globalThis.location, "assign").mockImplementation((url) => resolve(String(url)))
  )
  const fiber = yield* Effect.forkChild(begin)
  const url = yield* Effect.raceFirst(
    Effect.promise(() => left),
    Effect.andThen(Fiber.join(fiber), Effect.never)
  )
  yield* Fiber.interrupt(fiber)
  return new URL(url)
})

export const begin = (
  provider: OAuthProviderId = "google",
  options?: Parameters<Client.ClientCalls["signInWithOAuth"]>[1]
) => Effect.flatMap(Client.Client, ({ signInWithOAuth }) => redirectOf(signInWithOAuth(provider, options)))

/**
 * Signs in at the provider's page and returns the URL to which the service redirects the browser. `between` runs after
 * the provider's response, before the service gets it.
 */
export const response = Effect.fnUntraced(function* <E = never, R = never>(
  authorize: URL,
  fields: Readonly<Record<string, string>> = grace,
  between?: Effect.Effect<unknown, E, R>
) {
  const browser = new Browser()
  const provider = locationOf(yield* browser.get(authorize))
  const state = provider.searchParams.get("state") ?? ""
  const callback = locationOf(yield* browser.visit("POST", provider.pathname, { state, ...fields }))
  if (between !== undefined) yield* between
  return locationOf(yield* browser.get(callback))
})

export const callback = Effect.flatMap(Client.Client, (client) => client.callOAuthCallback())
