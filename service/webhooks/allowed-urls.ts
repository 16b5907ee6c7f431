/** Decides to which URLs a target may be set. */
import { Context, Effect, Layer } from "effect"
import { isIP } from "node:net"
import { isAllowedAddress } from "../network/remote-address.ts"
import { hostOf, WebhookAddresses } from "./webhook-post.ts"

export class AllowedUrls extends Context.Service<
  AllowedUrls,
  {
    /**
     * Returns whether webhooks may be sent to a URL, as far as its text shows. The name of a host is resolved and
     * checked before each request.
     */
    readonly isAllowed: (url: string) => boolean
  }
>()("keystile/service/WebhookAllowedUrls") {}

export const layer: Layer.Layer<AllowedUrls> = Layer.effect(
  AllowedUrls,
  Effect.map(WebhookAddresses, (addresses) =>
    AllowedUrls.of({
      isAllowed: (text) => {
        if (addresses === "any") return true
        const url = new URL(text)
        if (addresses === "public" && url.protocol !== "https:") return false
        const host = hostOf(url)
        return isIP(host) === 0 || isAllowedAddress(host, addresses)
      }
    })
  )
)
