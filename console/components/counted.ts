/** Counts in words. */

/** Returns `1 user` or `1,200 users`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`
