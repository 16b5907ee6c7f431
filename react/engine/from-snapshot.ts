/** The initial state of a provider's queries, from a snapshot. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { currentPlatform } from "../../core/environment/variables.ts"
import { type QueryState, makeSettledState } from "../../tiers/cache/query.ts"
import { type ClientQuery, projectQuery, userQuery } from "../../tiers/cache/queries.ts"
import type { TierCache } from "../../tiers/cache/tier-cache.ts"
import { Client, type ClientCalls } from "../../tiers/client.ts"
import { decodeSnapshot, sessionMark } from "../../tiers/snapshot/snapshot.ts"

type ClientCache = TierCache<Client, ClientCalls>

/** Reads a snapshot and compares its session with the current one; `null` if it cannot be read. */
const readSnapshot = (snapshot: unknown) =>
  Effect.flatMap(Client, ({ projectId, stored }) =>
    Effect.flatMap(decodeSnapshot(snapshot), (content) =>
      Effect.map(stored, (tokens) =>
        content?.projectId === projectId ? { content, isCurrent: content.session === sessionMark(tokens) } : null
      )
    )
  )

/** The project of a build is not cached: the first view shows it until the service's is read. */
const isOfBuild = (snapshot: unknown) =>
  typeof snapshot === "object" && snapshot !== null && "revalidate" in snapshot && snapshot.revalidate === true

export interface FromSnapshot {
  /**
   * Returns the snapshot's state of a query, whatever the current session is. A server renders it, so hydration has
   * to render it, too.
   */
  readonly initial: <A, E>(query: ClientQuery<A, E>) => QueryState<A, E> | undefined
  /** Writes a newer snapshot into the cache, if it belongs to the current session. */
  readonly renew: (snapshot: unknown) => void
}

/**
 * Each provider has its own, even on a shared runtime: on a server the next request may be another user's, so
 * snapshots are not cached there.
 */
export const fromSnapshot = (cache: ClientCache, snapshot: unknown): FromSnapshot => {
  const states = new Map<string, QueryState<never, never>>()
  let latest = snapshot

  const read = (from: unknown) => {
    const exit = from == null || isOfBuild(from) ? undefined : cache.run(readSnapshot(from)).exit
    return exit !== undefined && Exit.isSuccess(exit) ? exit.value : null
  }
  const begin = <A, E>(query: ClientQuery<A, E>, value: A | undefined, isCurrent: boolean) => {
    if (value === undefined) return
    const state = makeSettledState<A, E>(Exit.succeed(value))
    // `initial` returns it for the same query only.
    states.set(query.key, state as QueryState<never, never>)
    if (isCurrent && currentPlatform() === "browser") cache.seed(query, state)
  }

  const first = read(snapshot)
  if (first !== null) {
    const { content, isCurrent } = first
    begin(userQuery, content.user, isCurrent)
    // The project does not depend on the session.
    begin(projectQuery, content.project, true)
  }

  return {
    // The type belongs to the query's key.
    initial: <A, E>(query: ClientQuery<A, E>) =>
      query.key === cache.calls.key ? cache.read(query) : (states.get(query.key) as QueryState<A, E> | undefined),
    renew: (newer) => {
      if (newer === latest) return
      latest = newer
      const found = read(newer)
      if (found === null) return
      const { content, isCurrent } = found
      if (isCurrent && content.user !== undefined) cache.put(userQuery.key, content.user, "read")
      if (content.project !== undefined) cache.put(projectQuery.key, content.project, "read")
    }
  }
}
