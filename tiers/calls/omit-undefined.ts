/** What callers leave out. */

/** An object whose properties may be `undefined`, without those which are. */
export type WithoutUndefined<A> = { readonly [K in keyof A]: Exclude<A[K], undefined> }

/** Leaves out what is `undefined`: on the wire it is absent, and so stays as it is. */
export const omitUndefined = <A extends object>(given: A): WithoutUndefined<A> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as WithoutUndefined<A>
