/** The client of the provider. */
import type { ClientCalls } from "../../tiers/client.ts"
import { useKeystile } from "../runtime/keystile-context.ts"
import { useQuery } from "../runtime/use-query.ts"

export interface UseClientOptions {
  /** Throws unless the provider's project is this one. */
  readonly projectIdMustMatch?: string | undefined
}

/** The calls of the client tier. What they write shows in the hooks. */
export const useClient = ({ projectIdMustMatch }: UseClientOptions = {}): ClientCalls => {
  const client = useQuery(useKeystile().cache.calls)
  if (projectIdMustMatch !== undefined && projectIdMustMatch !== client.projectId) {
    throw new Error(
      `This component is for the project ${projectIdMustMatch}, but the provider's is ${client.projectId}.`
    )
  }
  return client
}
