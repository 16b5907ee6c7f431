/** Checks that the host of the public URL resolves. Whether a proxy leads to the service shows only once it runs. */
import { Effect } from "effect"
import { lookup } from "node:dns/promises"
import { isIP } from "node:net"
import { isLocalhost } from "../../../core/http/hosts.ts"
import type { Check } from "./check.ts"

const publicUrl = (outcome: Check["outcome"], detail: string): Check => ({ name: "publicUrl", outcome, detail })

export const checkPublicUrl = (url: string): Effect.Effect<Check> => {
  const { hostname } = new URL(url)
  if (isLocalhost(hostname)) {
    return Effect.succeed(publicUrl("warning", "Only programs on this machine can reach the service."))
  }
  const address = hostname.replace(/^\[(.*)\]$/, "$1")
  if (isIP(address) !== 0) return Effect.succeed(publicUrl("passed", "It is an IP address."))
  return Effect.tryPromise({ try: () => lookup(address), catch: () => "unknown" as const }).pipe(
    Effect.as(publicUrl("passed", `${hostname} resolves.`)),
    Effect.catch(() => Effect.succeed(publicUrl("failed", `${hostname} has no address. Check the name and its DNS.`))),
    Effect.timeoutOrElse({
      duration: "10 seconds",
      orElse: () => Effect.succeed(publicUrl("failed", `DNS does not respond for ${hostname} within 10 seconds.`))
    })
  )
}
