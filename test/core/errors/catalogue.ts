/** The table of known errors, and values derived from it. */
import type { AnyKnownError } from "../../../core/errors/known-error.ts"
import { type KnownError, knownErrors } from "../../../core/errors/known-errors.ts"
import table from "./catalogue.json" with { type: "json" }

/** One error of the table. */
export interface Entry {
  readonly code: string
  readonly name: string
  /** The code of the group that contains it. */
  readonly parent: string | null
  readonly status: number
  /** The names of its details in the protocol. */
  readonly details: ReadonlyArray<string>
  /** True if version 2.7 of the original service does not have it. */
  readonly isExtension?: boolean
}

/** A group of errors. The original service never sends its code. */
export interface Parent {
  readonly code: string
  readonly name: string
  readonly parent: string | null
}

export const entries: ReadonlyArray<Entry> = table.errors
export const parents: ReadonlyArray<Parent> = table.parents
/** The codes of errors that any call can return. */
export const commonCodes: ReadonlyArray<string> = table.common

/** Any class of known errors, as a constructor. */
export interface TestedClass extends AnyKnownError<KnownError> {
  readonly name: string
  new (props: object): KnownError
}

/** Each class with its entry of the table, in the order of the classes. */
export const cases: ReadonlyArray<{ readonly known: TestedClass; readonly entry: Entry }> = knownErrors.map((known) => {
  const entry = entries.find(({ code }) => code === known.code)
  if (entry === undefined) throw new Error(`${known.code} is not in the table`)
  return { known: known as unknown as TestedClass, entry }
})

/** The codes of the groups that contain an error, innermost first. */
export const ancestors = (code: string | null): ReadonlyArray<string> => {
  if (code === null) return []
  const parent = [...entries, ...parents].find((one) => one.code === code)?.parent ?? null
  if (parent === null) return []
  // `PasswordBreached` has the code of its group.
  return parent === code ? [parent] : [...new Set([parent, ...ancestors(parent)])]
}
