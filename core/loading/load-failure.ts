/** The error of code that could not be loaded, for code that runs before Effect is loaded. */
import { failureName } from "../http/failure-name.ts"

/**
 * The code of a module could not be loaded. Has the fields of a `RequestError` with the reason `ModuleNotLoaded`, whose
 * class may be what could not be loaded.
 */
export class LoadFailure extends Error {
  readonly _tag = "RequestError"
  readonly endpoint: string
  readonly reason: { readonly _tag: "ModuleNotLoaded"; readonly module: string; readonly description: string }

  constructor(module: string, error: unknown) {
    const description = failureName(error)
    const endpoint = `module ${module}`
    super(`${endpoint}: its code could not be loaded (${description}). Check the network, and reload the page.`)
    this.name = "RequestError"
    this.endpoint = endpoint
    this.reason = { _tag: "ModuleNotLoaded", module, description }
  }
}
