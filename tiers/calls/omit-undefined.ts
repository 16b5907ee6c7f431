/** An object whose properties may be `undefined`, without those which are. */
export type WithoutUndefined<A> = { readonly [K in keyof A]: Exclude<A[K], undefined> }

/** Omits `undefined` properties. On the wire an absent property means no change. */
export const omitUndefined = <A extends object>(given: A): WithoutUndefined<A> =>
  // The other properties are the same. The type of `Object.fromEntries` forgets their names.
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as WithoutUndefined<A>
