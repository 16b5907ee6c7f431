import { Context } from "effect"

/**
 * The network of the client whose request runs (see `networkOf`); `null` for an application's server, which sends the
 * requests of all its visitors, and outside of requests.
 */
export const ClientNetwork = Context.Reference<string | null>("keystile/service/ClientNetwork", {
  defaultValue: () => null
})
