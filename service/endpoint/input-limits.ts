/**
 * Limits that hold for every text of a request, whatever its schema: looked at first, so that no later check meets
 * input that is made to hurt.
 */

/** Deeper JSON is refused: what reads it afterwards is recursive. */
const MAX_DEPTH = 100

/** Longer texts are refused, except in fields that have a limit of their own. */
const MAX_TEXT = 10_000

/** The same for parameters of a path: they name things, and errors repeat them. */
const MAX_PARAM = 1000

/** With the flag u, both halves together are no surrogate. */
const LONE_SURROGATE = /\p{Surrogate}/u

interface Visit {
  readonly value: unknown
  readonly depth: number
  /** The field below the part that holds the value. */
  readonly field: string
}

/** Fields with rules of their own. */
export interface FieldRules {
  /** Whose length their endpoint limits itself. */
  readonly long: ReadonlySet<string>
  /** Any JSON, which is stored as such. */
  readonly json: ReadonlySet<string>
}

/** For requests whose fields are all alike. */
export const noFieldRules: FieldRules = { long: new Set(), json: new Set() }

export interface Inspection {
  /** What is wrong, one line for each field. */
  readonly lines: ReadonlyArray<string>
  /** How many members its objects and lists have, besides those of fields that take any JSON. */
  readonly members: number
}

/** Checks a part of a request (`body`, `query`, `params`). */
export const inspect = (part: string, whole: unknown, { json, long }: FieldRules): Inspection => {
  const limit = part === "params" ? MAX_PARAM : MAX_TEXT
  const lines = new Map<string, string>()
  let members = 0
  const stack: Array<Visit> = [{ value: whole, depth: 0, field: "" }]
  const refuse = (field: string, reason: string) => {
    const name = field === "" ? part : `${part}.${field.slice(0, 100)}`
    if (!lines.has(name)) lines.set(name, `${name}: ${reason}`)
  }
  const checkText = (text: string, field: string) => {
    // PostgreSQL cannot store it, so no service of this wire takes it.
    if (text.includes("\0")) refuse(field, "has a NUL character")
    // No UTF-8 holds it, so it would come back as something else than what was sent. JSON writes it as an escape.
    if (!json.has(field) && LONE_SURROGATE.test(text)) refuse(field, "has half a character")
    if (text.length > limit && !long.has(field)) refuse(field, `is longer than ${limit} characters`)
  }

  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { depth, field, value } = visit
    if (typeof value === "string") checkText(value, field)
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) continue
    if (depth >= MAX_DEPTH) {
      refuse(field, `is nested deeper than ${MAX_DEPTH} levels`)
      continue
    }
    const isArray = Array.isArray(value)
    const keys = Object.keys(value)
    if (!json.has(field)) members += keys.length
    for (const key of keys) {
      const inside = depth === 0 ? key : field
      if (!isArray) checkText(key, inside)
      const member: unknown = Reflect.get(value, key)
      if (typeof member === "string") checkText(member, inside)
      else if (typeof member === "object" && member !== null)
        stack.push({ value: member, depth: depth + 1, field: inside })
    }
  }
  return { lines: [...lines.values()], members }
}
