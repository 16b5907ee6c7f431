/** Takes a snapshot on an application's server. */
import * as Cache from "effect/Cache"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ConfigurationError } from "../../core/config/configuration-error.ts"
import { User } from "../../core/schema/user.ts"
import { Json } from "../../core/schema/fields/json.ts"
import type { RequestLike, WritableRequest } from "../../core/session/request-like.ts"
import { Client, type ClientCalls } from "../client.ts"
import { projectJson } from "./project-json.ts"
import { type Snapshot, sessionMark } from "./snapshot.ts"

/** The options of `takeSnapshot`. */
export interface SnapshotOptions {
  /**
   * The timeout of the requests to the service, in milliseconds. Data that are not returned in time are absent, and the
   * browser requests them. Default 3000.
   */
  readonly timeoutMillis?: number | undefined
}

/** The default timeout of the requests to the service, in milliseconds. */
export const SNAPSHOT_TIMEOUT = 3000

/** The TTL of a cached project, in milliseconds. A project is the same for all users and changes rarely. */
const PROJECT_LIFE = 30_000

const encodeUser = Schema.encodeSync(Schema.NullOr(User))
const toJson = Schema.decodeUnknownSync(Json)

/** Caches the project of each client. Failures are not cached. */
const projectCache = (client: ClientCalls) =>
  Effect.runSync(
    Cache.makeWith(() => Effect.map(client.getProject, projectJson), {
      capacity: 1,
      timeToLive: (exit) => Duration.millis(Exit.isSuccess(exit) ? PROJECT_LIFE : 0)
    })
  )

const projectCaches = new WeakMap<ClientCalls, ReturnType<typeof projectCache>>()

const projectOf = (client: ClientCalls) => {
  const cache = projectCaches.get(client) ?? projectCache(client)
  projectCaches.set(client, cache)
  return Cache.get(cache, client.projectId)
}

/**
 * Takes a snapshot for the page of a request. Concurrent calls for one session share one token refresh. Renewed tokens
 * are written to the cookies of the response if the request has `setCookie`.
 *
 * Fails only if the value is not a request. Data that the service does not return in time are absent.
 */
export const takeSnapshot = (
  request: RequestLike | WritableRequest,
  { timeoutMillis = SNAPSHOT_TIMEOUT }: SnapshotOptions = {}
): Effect.Effect<Snapshot, ConfigurationError, Client> =>
  Effect.gen(function* () {
    const client = yield* Client
    const inTime = <A, E>(effect: Effect.Effect<A, E>) =>
      Effect.option(Effect.timeout(effect, Duration.millis(timeoutMillis)))
    const own = yield* client.withTokenStore(request)
    // Computed before a refresh: these are the tokens that the browser has at first.
    const session = sessionMark(yield* own.stored)
    const [user, project] = yield* Effect.all(
      [inTime(Effect.map(own.getSessionUser, (found) => toJson(encodeUser(found)))), inTime(projectOf(client))],
      { concurrency: 2 }
    )
    return {
      version: 1,
      projectId: client.projectId,
      session,
      ...(Option.isSome(user) && { user: user.value }),
      ...(Option.isSome(project) && { project: project.value })
    }
  })

/**
 * Serializes a snapshot for `<script type="application/json">`, without `<`, so that it needs no further escaping. In
 * the browser, pass the result of `JSON.parse` to the provider.
 */
export const snapshotText = (snapshot: Snapshot): string => JSON.stringify(snapshot).replaceAll("<", "\\u003c")
