/** What a provider makes of a snapshot: the answers that its page begins with. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { currentPlatform } from "../../core/environment/variables.ts"
import { type QueryState, settled } from "../../tiers/cache/cache.ts"
import { type ClientQuery, projectQuery, userQuery } from "../../tiers/cache/queries.ts"
import type { TierCache } from "../../tiers/cache/tier-cache.ts"
import { Client, type ClientCalls } from "../../tiers/client.ts"
import { answersIn, sessionMark } from "../../tiers/snapshot/snapshot.ts"

type ClientCache = TierCache<Client, ClientCalls>

/** What a snapshot says, and whether it is of the session that is there; `null` if it cannot be read. */
const reading = (snapshot: unknown) =>
  Effect.flatMap(Client, ({ projectId, stored }) =>
    Effect.flatMap(answersIn(snapshot), (answers) =>
      Effect.map(stored, (tokens) =>
        answers?.projectId === projectId ? { answers, isCurrent: answers.session === sessionMark(tokens) } : null
      )
    )
  )

export interface FromSnapshot {
  /**
   * What the page's snapshot says of a query, whoever is signed in by now: what a server renders, and so what a browser
   * has to render first.
   */
  readonly initial: <A, E>(query: ClientQuery<A, E>) => QueryState<A, E> | undefined
  /** The page has got another snapshot: shows what it says, if it is of the session that is there. */
  readonly renew: (snapshot: unknown) => void
}

/**
 * Each provider has its own, also where a runtime is shared: on a server the next request is somebody else's, and so
 * nothing of a snapshot gets into a cache there.
 */
export const fromSnapshot = (cache: ClientCache, snapshot: unknown): FromSnapshot => {
  const states = new Map<string, QueryState<never, never>>()
  let latest = snapshot

  const read = (from: unknown) => {
    const exit = from == null ? undefined : cache.run(reading(from)).exit
    return exit !== undefined && Exit.isSuccess(exit) ? exit.value : null
  }
  const begin = <A, E>(query: ClientQuery<A, E>, value: A | undefined, isCurrent: boolean) => {
    if (value === undefined) return
    const state = settled<A, E>(Exit.succeed(value))
    states.set(query.key, state as QueryState<never, never>)
    if (isCurrent && currentPlatform() === "browser") cache.seed(query, state)
  }

  const first = read(snapshot)
  if (first !== null) {
    const { answers, isCurrent } = first
    begin(userQuery, answers.user, isCurrent)
    // It is the same for everybody.
    begin(projectQuery, answers.project, true)
  }

  return {
    // The key says which type it is.
    initial: <A, E>(query: ClientQuery<A, E>) =>
      query.key === cache.calls.key ? cache.read(query) : (states.get(query.key) as QueryState<A, E> | undefined),
    renew: (newer) => {
      if (newer === latest) return
      latest = newer
      const found = read(newer)
      if (found === null) return
      const { answers, isCurrent } = found
      if (isCurrent && answers.user !== undefined) cache.put(userQuery.key, answers.user, "read")
      if (answers.project !== undefined) cache.put(projectQuery.key, answers.project, "read")
    }
  }
}
