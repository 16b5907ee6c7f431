/** The online state of the device. */
import * as Context from "effect/Context"

/** Reads `navigator.onLine`; `null` where there is none, as on servers. */
export const Online = Context.Reference<() => boolean | null>("keystile/Online", {
  defaultValue: () => () => globalThis.navigator?.onLine ?? null
})
