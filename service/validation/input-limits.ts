/**
 * Limits for every string of a request. They are checked before any schema, so that malformed input reaches no other
 * code.
 */

import { LARGE_BODY } from "./body-limits.ts"

/** Deeper JSON is refused: the code that reads it is recursive. */
const MAX_DEPTH = 100

/** Longer strings are refused, except in fields with a limit of their own. */
const MAX_TEXT = 10_000

/** The limit for names that clients set. Lists of members and invitations repeat them in each row. */
const MAX_NAME = 1000

/** The limit for path parameters, which errors repeat. */
const MAX_PARAM = 1000

/** With the flag u, a pair of surrogates does not match. */
const LONE_SURROGATE = /\p{Surrogate}/u

interface Visit {
  readonly value: unknown
  readonly depth: number
  /** The field below the part that holds the value. */
  readonly field: string
}

/** Fields with rules of their own. */
interface FieldRules {
  /** Fields whose length the schema limits. */
  readonly long: ReadonlySet<string>
  /** Fields that accept any JSON. */
  readonly json: ReadonlySet<string>
  /** Fields with names that clients set. */
  readonly names: ReadonlySet<string>
}

/** No fields with rules of their own. */
export const noFieldRules: FieldRules = { long: new Set(), json: new Set(), names: new Set() }

interface Inspection {
  /** A line for each field that breaks a limit. */
  readonly lines: ReadonlyArray<string>
  /** The number of members of objects and arrays, except in fields that accept any JSON. */
  readonly members: number
}

/** Checks a part of a request (`body`, `query`, `params`). */
export const inspect = (part: string, whole: unknown, { json, long, names }: FieldRules): Inspection => {
  const limitOf = (field: string) => (part === "params" ? MAX_PARAM : names.has(field) ? MAX_NAME : MAX_TEXT)
  const lines = new Map<string, string>()
  let members = 0
  const stack: Array<Visit> = [{ value: whole, depth: 0, field: "" }]
  const refuse = (field: string, reason: string) => {
    const name = field === "" ? part : `${part}.${field.slice(0, 100)}`
    if (!lines.has(name)) lines.set(name, `${name}: ${reason}`)
  }
  const checkText = (text: string, field: string) => {
    // PostgreSQL cannot store it.
    if (text.includes("\0")) refuse(field, "has a NUL character")
    // UTF-8 cannot encode it. JSON can, as an escape.
    if (!json.has(field) && LONE_SURROGATE.test(text)) refuse(field, "has half a character")
    const limit = limitOf(field)
    if (text.length > limit && !long.has(field)) refuse(field, `is longer than ${limit} characters`)
  }

  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { depth, field, value } = visit
    if (typeof value === "string") checkText(value, field)
    if (typeof value !== "object" || value === null) continue
    if (depth >= MAX_DEPTH) {
      refuse(field, `is nested deeper than ${MAX_DEPTH} levels`)
      continue
    }
    const addMember = (member: unknown, inside: string) => {
      if (!json.has(field)) members++
      if (typeof member === "string") checkText(member, inside)
      else if (typeof member === "object" && member !== null)
        stack.push({ value: member, depth: depth + 1, field: inside })
    }
    if (Array.isArray(value)) {
      value.forEach((item: unknown, index) => addMember(item, depth === 0 ? String(index) : field))
      continue
    }
    for (const [key, member] of Object.entries(value)) {
      const inside = depth === 0 ? key : field
      checkText(key, inside)
      addMember(member, inside)
    }
  }
  // JSON that is nested too deeply was refused above, and cannot be serialized.
  if (lines.size === 0 && typeof whole === "object" && whole !== null) {
    for (const [field, value] of Object.entries(whole)) {
      // JSON may be longer as it is stored than as it was sent: `1e20` is stored in 21 digits.
      if (json.has(field) && Buffer.byteLength(JSON.stringify(value)) > LARGE_BODY)
        refuse(field, `is longer than ${LARGE_BODY} bytes as it is stored`)
    }
  }
  return { lines: [...lines.values()], members }
}
