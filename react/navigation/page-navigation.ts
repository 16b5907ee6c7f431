/** Navigation and links to the pages of sign-in. */
import * as Effect from "effect/Effect"
import { type MouseEvent, useSyncExternalStore } from "react"
import type { NavigateOptions } from "../../core/navigation/navigation.ts"
import { returnTo } from "../../core/navigation/return-url.ts"
import type { HandlerUrls } from "../../core/navigation/handler-urls.ts"
import { Client } from "../../tiers/client.ts"
import { useKeystile } from "../runtime/keystile-context.ts"
import { useClient } from "../hooks/use-client.ts"

export interface PageLink {
  readonly href: string
  readonly onClick: (event: MouseEvent) => void
}

/** Returns a function that navigates to a page, for event handlers and effects. */
export const useGoTo = (): ((page: keyof HandlerUrls, options?: NavigateOptions) => void) => {
  const { run } = useKeystile()
  return (page, options) => void run(Effect.flatMap(Client, ({ navigation }) => navigation.goTo(page, options)))
}

const never = () => () => {}

/** Returns the props of a link to a page, with this page as the return URL. */
export const usePageLink = (page: keyof HandlerUrls): PageLink => {
  const { navigation } = useClient()
  const { run } = useKeystile()
  const options = Effect.map(navigation.current, (current) => ({
    noRedirectBack: current === null || returnTo(current, navigation.urls) === null
  }))
  const href = () => Effect.runSync(Effect.flatMap(options, (options) => navigation.urlOf(page, options)))
  return {
    // A server does not know the page's URL, so its link has no return URL until hydration.
    href: useSyncExternalStore(never, href, () => navigation.urls[page]),
    onClick: (event) => {
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (navigation.method !== "router" || !plain || event.defaultPrevented) return
      event.preventDefault()
      void run(Effect.flatMap(options, (options) => navigation.goTo(page, options)))
    }
  }
}
