/** The online state of the device. */
import * as Context from "effect/Context"

/** Reads `navigator.onLine`; `null` where there is none, as on servers. */
export const Online = Context.Reference<() => boolean | null>("keystile/Online", {
  defaultValue: () => () => globalThis.navigator?.onLine ?? null
})

/** Returns whether the host of a URL is this machine, which a device without a network reaches as well. */
export const isLoopback = (url: string): boolean =>
  /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1])([:/]|$)/.test(url)
