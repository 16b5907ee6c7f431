/** Formats errors for Node, which would print only the fields of Effect's errors. */

/** The key of the method that Node's `util.inspect` and `console.log` call. */
export const inspectKey = Symbol.for("nodejs.util.inspect.custom")

/** The function that Node passes to that method. */
export type Inspect = (value: unknown, options: object) => string

/** Returns name, message, stack and fields of an error, as Node prints native errors. */
export const inspectError = (error: Error, options: object, inspect: Inspect): string =>
  `${error.stack ?? String(error)} ${inspect({ ...error }, options)}`
