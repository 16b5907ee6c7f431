/** Navigation by the provider's `redirectMethod`. */
import * as Effect from "effect/Effect"
import { useCallback } from "react"
import type { NavigateOptions } from "../../core/navigation/navigation.ts"
import { Client } from "../../tiers/client.ts"
import { useKeystile } from "../runtime/keystile-context.ts"

export type Navigate = (url: string, options?: Pick<NavigateOptions, "replace">) => void

/**
 * Returns a function that navigates to a URL by the provider's `redirectMethod`: the browser, the application's
 * router, or not at all. For event handlers and effects. Refuses `javascript:` URLs and checks nothing else.
 */
export const useNavigate = (): Navigate => {
  const { run } = useKeystile()
  return useCallback(
    (url, options) => void run(Effect.flatMap(Client, ({ navigation }) => navigation.goToUrl(url, options))),
    [run]
  )
}
