import { Context } from "effect"

/**
 * The caller whose share of a queue the jobs of a request take: the network of a client (see `networkOf`), or the
 * project of an application's server, which sends the requests of all its visitors. `null` outside of requests.
 */
export const QueueCaller = Context.Reference<string | null>("keystile/service/QueueCaller", {
  defaultValue: () => null
})
