/** The apps of a published Stack Auth client, of any version, on a service that listens on a port. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { listen, Mailbox, RequestLog, type ServiceOptions } from "../../../service/index.ts"
import { asClient, keys, PROJECT_ID, service } from "../fixture.ts"
import { onlyLoopback, type UpstreamClient } from "./load-client.ts"
import type { firstVersions } from "./published-versions.ts"

export const bob = { email: "bob@example.com", password: "correct horse" }
/** Required outside a browser, where the client cannot derive it from the page. */
export const verificationCallbackUrl = "http://localhost/verify"

/** An access token that expired, as far as the client can tell. */
export const expiredToken = [{ alg: "ES256" }, { iat: 1, exp: 2, sub: "bob" }, {}]
  .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
  .join(".")

interface Apps {
  readonly client: UpstreamClient.StackClientApp<true>
  /** Makes a client without a publishable client key. */
  readonly clientWithoutKey: () => UpstreamClient.StackClientApp<true>
  readonly server: UpstreamClient.StackServerApp<true>
  readonly admin: UpstreamClient.StackAdminApp<true>
  /**
   * Returns the codes of the next mail to an address: the one to type first, if the mail has one, then the one of the
   * link.
   */
  readonly codesTo: (address: string) => Promise<ReadonlyArray<string>>
  /** Approves the sign-in of a link on a command line, as the page does. */
  readonly approve: (link: string, refreshToken: string) => Promise<unknown>
}

const config = {
  clientKeyRequired: false,
  clientTeamCreationEnabled: true,
  magicLinkEnabled: true,
  allowUserApiKeys: true,
  allowTeamApiKeys: true
}

/**
 * Runs the client's apps against a service on a port. Asserts that only the service was called, and that it responded
 * to every request with success, apart from the expected errors.
 */
export const withAppsOf =
  (upstream: () => typeof UpstreamClient) =>
  (run: (apps: Apps) => Promise<void>, expected: ReadonlyArray<string> = [], options: ServiceOptions = {}) =>
    Effect.gen(function* () {
      const sdk = upstream()
      const guard = yield* onlyLoopback
      const { url } = yield* listen({ port: 0 })
      const appOptions = {
        projectId: PROJECT_ID,
        publishableClientKey: keys.publishableClientKey,
        baseUrl: url,
        tokenStore: "memory",
        redirectMethod: "none",
        noAutomaticPrefetch: true
      } as const
      const { next } = yield* Mailbox
      yield* Effect.promise(() =>
        run({
          client: new sdk.StackClientApp(appOptions),
          clientWithoutKey: () => {
            const { publishableClientKey: _, ...withoutKey } = appOptions
            return new sdk.StackClientApp(withoutKey)
          },
          server: new sdk.StackServerApp({ ...appOptions, secretServerKey: keys.secretServerKey }),
          admin: new sdk.StackAdminApp({ ...appOptions, ...keys }),
          codesTo: (to) => Effect.runPromise(Effect.map(Effect.orDie(next({ to })), ({ codes }) => codes)),
          approve: (link, refresh_token) =>
            fetch(`${url}/api/v1/auth/cli/complete`, {
              method: "POST",
              headers: { ...asClient, "content-type": "application/json" },
              body: JSON.stringify({ login_code: new URL(link).searchParams.get("login_code"), refresh_token })
            })
        })
      )
      const sent = yield* guard.sent
      const served = yield* (yield* RequestLog).entries
      assert.deepStrictEqual(guard.refused, [])
      assert.strictEqual(sent, served.length)
      assert.deepStrictEqual(
        served
          .filter(({ status }) => status < 200 || status > 299)
          .map(({ code, method, route, status }) => `${method} ${route}: ${status} ${code}`),
        expected
      )
    }).pipe(Effect.scoped, Effect.provide(service({ config }, options)))

/** What the journeys of a version need. */
export interface Journeys {
  readonly version: string
  readonly withApps: ReturnType<typeof withAppsOf>
  /** Returns true if the version has the calls of a journey. */
  readonly has: (journey: keyof typeof firstVersions) => boolean
}
