/** Taking a snapshot, on an application's server. */
import * as Cache from "effect/Cache"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ConfigurationError } from "../../core/config/configuration-error.ts"
import { Project } from "../../core/schema/project.ts"
import { User } from "../../core/schema/user.ts"
import { Json } from "../../core/schema/fields/json.ts"
import type { RequestLike, WritableRequest } from "../../core/session/request-like.ts"
import { Client, type ClientCalls } from "../client.ts"
import { type Snapshot, sessionMark } from "./snapshot.ts"

export interface SnapshotOptions {
  /**
   * How long a page waits for the service, in milliseconds. What is not known by then is left out, and the browser asks
   * for it. Default 3000.
   */
  readonly timeoutMillis?: number | undefined
}

/** How long a page waits for the service unless it says otherwise, in milliseconds. */
export const SNAPSHOT_TIMEOUT = 3000

/** A project is the same for everybody, and changes rarely: a server asks for it this often, in milliseconds. */
const PROJECT_LIFE = 30_000

const encodeUser = Schema.encodeSync(Schema.NullOr(User))
const encodeProject = Schema.encodeSync(Project)
const toJson = Schema.decodeUnknownSync(Json)

/** Caches the project of each client. Failures are not cached. */
const projectCache = (client: ClientCalls) =>
  Effect.runSync(
    Cache.makeWith(() => Effect.map(client.getProject, (project) => toJson(encodeProject(project))), {
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
 * What the page of this request is to know from the start. At most one refresh is sent, however many parts of a page
 * ask at once; it goes into the answer's cookies where the request says how to set them.
 *
 * Fails only where the request could not be one at all: what the service does not answer in time is left out, since a
 * page that renders less is better than none.
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
    // Before anything is asked: it is what the browser, too, has at first.
    const session = sessionMark(yield* own.stored)
    const [user, project] = yield* Effect.all(
      [inTime(Effect.map(own.getUser, (found) => toJson(encodeUser(found)))), inTime(projectOf(client))],
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
 * The text of a snapshot for `<script type="application/json">`: a server that writes its pages by itself may put it
 * there as it is, and the browser gives `JSON.parse` of it to the provider.
 */
export const snapshotText = (snapshot: Snapshot): string => JSON.stringify(snapshot).replaceAll("<", "\\u003c")
