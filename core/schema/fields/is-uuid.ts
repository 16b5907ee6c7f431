/** Recognizes UUIDs. Imports nothing of Effect, because the first page of the console loads this module. */

/** Returns whether a text is a UUID of a version of RFC 4122, or the nil UUID. */
export const isUuid = (text: string): boolean =>
  /^(?:[\da-f]{8}-[\da-f]{4}-[1-5][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}|0{8}-(?:0{4}-){3}0{12})$/i.test(text)
