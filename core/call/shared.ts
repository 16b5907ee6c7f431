/** Values that connections of one process share: those with the same transport, tracing and configuration. */
import type { Trace } from "../http/tracing.ts"
import type { Transport } from "../http/transport.ts"

/** The number of configurations per transport. Beyond it the oldest is dropped, and made again when it is used again. */
const CAPACITY = 100

export interface Sharing {
  readonly transport: Transport["Service"]
  readonly trace: Trace
  /** What else two connections must have in common, in order. Holds nothing secret. */
  readonly key: ReadonlyArray<string | number | undefined>
}

/** Makes a function that returns the shared value, which is created on first use. */
export const makeShared = <A>(): ((sharing: Sharing, create: () => A) => A) => {
  const byTransport = new WeakMap<Transport["Service"], WeakMap<Trace, Map<string, A>>>()
  return ({ key, trace, transport }, create) => {
    const byTrace = byTransport.get(transport) ?? new WeakMap<Trace, Map<string, A>>()
    byTransport.set(transport, byTrace)
    const values = byTrace.get(trace) ?? new Map<string, A>()
    byTrace.set(trace, values)
    const text = JSON.stringify(key)
    const value = values.get(text) ?? create()
    values.set(text, value)
    const [oldest] = values.keys()
    if (values.size > CAPACITY && oldest !== undefined) values.delete(oldest)
    return value
  }
}
