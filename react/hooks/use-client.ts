/** The client of the provider. */
import type { ClientCalls } from "../../tiers/client.ts"
import { useKeystile } from "../runtime/keystile-context.ts"
import { useQuery } from "../runtime/use-query.ts"

export interface UseClientOptions {
  /** Throws if the provider has another project. */
  readonly projectIdMustMatch?: string | undefined
}

/** Returns the calls of the client tier. Their writes show in the hooks. */
export const useClient = ({ projectIdMustMatch }: UseClientOptions = {}): ClientCalls => {
  const client = useQuery(useKeystile().cache.calls)
  if (projectIdMustMatch !== undefined && projectIdMustMatch !== client.projectId) {
    throw new Error(
      `This component is for the project ${projectIdMustMatch}, but the provider's is ${client.projectId}.`
    )
  }
  return client
}
