/** Maps with a bounded number of entries, for values that can be made again. */

/** The number of entries. */
const CAPACITY = 100

/** Sets an entry of a map. Drops the oldest entry beyond 100. */
export const setBounded = <A>(map: Map<string, A>, key: string, value: A): void => {
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > CAPACITY && oldest !== undefined) map.delete(oldest)
}
