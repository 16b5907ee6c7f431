/**
 * A map of bounded size that evicts the entries that were read or written least recently, many at once.
 *
 * A `Map` that deletes its oldest key for each new one takes ten times as long: V8 skips the deleted entries at its
 * beginning whenever the first key is read.
 */
interface BoundedCache<Value> {
  readonly get: (key: string) => Value | undefined
  readonly set: (key: string, value: Value) => void
}

/**
 * Keeps the most recent entries in one of two generations. A full one replaces the other, whose entries are evicted.
 *
 * @param generation the number of entries that are always kept. At most twice as many are.
 */
export const makeBoundedCache = <Value>(generation: number): BoundedCache<Value> => {
  let recent = new Map<string, Value>()
  let former = new Map<string, Value>()
  const set = (key: string, value: Value) => {
    if (recent.size >= generation && !recent.has(key)) {
      former = recent
      recent = new Map()
    }
    recent.set(key, value)
  }
  return {
    get: (key) => {
      const known = recent.get(key)
      if (known !== undefined) return known
      const earlier = former.get(key)
      if (earlier !== undefined) set(key, earlier)
      return earlier
    },
    set
  }
}
