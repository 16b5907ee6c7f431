/** Values that clients of one process share if they have the same transport, tracing and configuration. */
import { setBounded } from "./bounded-map.ts"

/** The facts that two clients must have in common to share a value. */
export interface SharingKey {
  /** Objects that must be identical, in order: the transport, the trace. They hold the value weakly. */
  readonly objects: ReadonlyArray<object>
  /** Options that must be equal, in order. Holds no secrets. */
  readonly key: ReadonlyArray<string | number | undefined>
}

interface ValueGroup<A> {
  /** Bounded: a dropped value is made again when it is used again. */
  readonly values: Map<string, A>
  readonly groups: WeakMap<object, ValueGroup<A>>
}

const makeGroup = <A>(): ValueGroup<A> => ({ values: new Map(), groups: new WeakMap() })

/** Makes a function that returns the shared value, which is created on first use. */
export const makeShared = <A>(): ((sharing: SharingKey, create: () => A) => A) => {
  const root = makeGroup<A>()
  return ({ key, objects }, create) => {
    const { values } = objects.reduce((group: ValueGroup<A>, object) => {
      const inner = group.groups.get(object) ?? makeGroup<A>()
      group.groups.set(object, inner)
      return inner
    }, root)
    const text = JSON.stringify(key)
    const known = values.get(text)
    if (known !== undefined) return known
    const value = create()
    setBounded(values, text, value)
    return value
  }
}
