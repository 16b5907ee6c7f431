/** Journeys of the published Stack Auth client against the service, for any version of the client. */
import { afterAll, beforeAll } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { adminJourneys } from "./admin-journeys.ts"
import { type Journeys, withAppsOf } from "./apps.ts"
import type { UpstreamClient } from "./load-client.ts"
import { firstVersions, isSince } from "./published-versions.ts"
import { serverJourneys } from "./server-journeys.ts"
import { signInJourneys } from "./sign-in-journeys.ts"
import { teamJourneys } from "./team-journeys.ts"
import { userJourneys } from "./user-journeys.ts"

/** Declares the journeys of a version of the client, which is loaded before them. */
export const journeys = (version: string, load: Effect.Effect<typeof UpstreamClient, never, Scope.Scope>) => {
  const scope = Scope.makeUnsafe()
  let upstream: typeof UpstreamClient
  beforeAll(async () => {
    upstream = await Effect.runPromise(Scope.provide(load, scope))
  }, 60_000)
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const given: Journeys = {
    version,
    withApps: withAppsOf(() => upstream),
    has: (journey) => isSince(version, firstVersions[journey])
  }
  signInJourneys(given)
  userJourneys(given)
  teamJourneys(given)
  serverJourneys(given)
  adminJourneys(given)
}
