/**
 * Compares the shapes of two responses: field names, types and `null`. The values of strings and numbers are ignored.
 */
import { isJsonObject } from "../../../core/json/json-object.ts"

/** Returns readable differences, or an empty list. */
export const differences = (recorded: unknown, ours: unknown, at = "body"): ReadonlyArray<string> => {
  const [expected, actual] = [kindOf(recorded), kindOf(ours)]
  if (expected !== actual) return [`${at} is ${actual}, recorded as ${expected}`]
  if (Array.isArray(recorded) && Array.isArray(ours)) return elements(recorded, ours, at)
  if (isJsonObject(recorded) && isJsonObject(ours)) {
    return [
      ...Object.keys(recorded)
        .filter((name) => !(name in ours))
        .map((name) => `${at}.${name} is missing`),
      ...Object.keys(ours)
        .filter((name) => !(name in recorded))
        .map((name) => `${at}.${name} is not in the recording`),
      ...Object.keys(recorded)
        .filter((name) => name in ours)
        .flatMap((name) => differences(recorded[name], ours[name], `${at}.${name}`))
    ]
  }
  return []
}

/**
 * Elements of a list may differ in their nulls, and may repeat. Each element needs a recorded one of the same shape,
 * and each recorded one a counterpart.
 */
const elements = (
  recorded: ReadonlyArray<unknown>,
  ours: ReadonlyArray<unknown>,
  at: string
): ReadonlyArray<string> => {
  if (recorded.length === 0 || ours.length === 0) {
    if (recorded.length === ours.length) return []
    return [`${at} has ${ours.length} elements, recorded with ${recorded.length}`]
  }
  const withoutCounterpart = (some: ReadonlyArray<unknown>, others: ReadonlyArray<unknown>) =>
    some.findIndex((one) => others.every((other) => differences(withoutNulls(other), withoutNulls(one)).length > 0))
  const strange = ours.findIndex((one) => recorded.every((other) => differences(other, one).length > 0))
  const lost = withoutCounterpart(recorded, ours)
  return [
    ...(strange < 0 ? [] : differences(recorded[0], ours[strange], `${at}[${strange}]`)),
    ...(lost < 0 ? [] : [`${at} has nothing of the form of recorded element ${lost}`])
  ]
}

/** In lists, a field that is `null` in one element and set in another is the same field. */
const withoutNulls = (value: unknown): unknown =>
  isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([name]) => [name, null])) : value

const kindOf = (value: unknown): string => {
  if (value === undefined) return "missing"
  if (value === null) return "null"
  return Array.isArray(value) ? "a list" : isJsonObject(value) ? "an object" : `a ${typeof value}`
}
