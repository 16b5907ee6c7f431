/** The provider's client as the promise facade. */
import { boundApp } from "../../tiers/promise/app-binding.ts"
import { type ClientApp, clientAppOf } from "../../tiers/promise/client-app.ts"
import { useKeystile } from "../runtime/keystile-context.ts"
import { appCallsOf, appOf } from "../engine/provided-app.ts"
import { useClient, type UseClientOptions } from "./use-client.ts"

/**
 * Returns the provider's client as the promise facade: the provider's `app`, or one over its client. All components
 * get the same object. It shares session and cache with the hooks, so its writes show in them. For event handlers and
 * effects.
 *
 * @example
 * const app = useApp()
 * return <button type="button" onClick={() => void app.signOut()}>Sign out</button>
 */
export const useApp = (options?: UseClientOptions): ClientApp => {
  const keystile = useKeystile()
  const calls = useClient(options)
  return appOf(calls, () => {
    const app = clientAppOf(calls)
    boundApp(app).bind(appCallsOf(keystile, calls))
    return app
  })
}
