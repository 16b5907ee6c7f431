/** A connected account as an object with methods. */
import * as Redacted from "effect/Redacted"
import type {
  ConnectedAccountCalls,
  Connection as ConnectionData,
  ConnectedAccountOptions
} from "../../calls/connected-accounts.ts"
import type { ObjectContext } from "../object-context.ts"

/** An account of the user at a provider. */
export interface Connection extends ConnectionData {
  /** A token of the provider with the scopes of the connection; `null` if there is none any more. */
  readonly getAccessToken: () => Promise<{ readonly accessToken: string } | null>
}

export const connection = (
  data: ConnectionData,
  options: ConnectedAccountOptions | undefined,
  { calls, run }: ObjectContext<{ readonly connectedAccounts: ConnectedAccountCalls }>
): Connection =>
  Object.freeze({
    ...data,
    getAccessToken: async () => {
      const token = await run(calls().connectedAccounts.getAccessToken(data.id, options))
      return token && { accessToken: Redacted.value(token.accessToken) }
    }
  })
