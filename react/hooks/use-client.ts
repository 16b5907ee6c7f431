/** The client of the provider. */
import type { ClientCalls } from "../../tiers/client.ts"
import { useOpened } from "../runtime/keystile-context.ts"
import { useOpenedQuery } from "../runtime/use-query.ts"

/** The options of `useClient`. */
export interface UseClientOptions {
  /** Throws if the provider has another project. */
  readonly projectIdMustMatch?: string | undefined
}

/** Returns the calls of the client tier. Their writes show in the hooks. Suspends until the runtime is loaded. */
export const useClient = ({ projectIdMustMatch }: UseClientOptions = {}): ClientCalls => {
  const opened = useOpened()
  const client = useOpenedQuery(opened, opened.keystile.cache.calls)
  if (projectIdMustMatch !== undefined && projectIdMustMatch !== client.projectId) {
    throw new Error(
      `This component is for the project ${projectIdMustMatch}, but the provider's is ${client.projectId}.`
    )
  }
  return client
}
