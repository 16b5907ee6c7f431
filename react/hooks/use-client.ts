/** The client of the provider. */
import { clientQuery } from "../../tiers/cache/queries.ts"
import type { ClientCalls } from "../../tiers/client.ts"
import { useQuery } from "./use-query.ts"

/** The calls of the client tier. What they write shows in `useUser`. */
export const useClient = (): ClientCalls => useQuery(clientQuery)
