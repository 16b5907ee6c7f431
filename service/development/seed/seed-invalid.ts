/** The errors of a seed. */
import { Data } from "effect"
import type { FieldProblem } from "../../validation/schema-error.ts"

/** A problem of a seed, with the path of the value. */
export interface SeedProblem extends Pick<FieldProblem, "path"> {
  /** A sentence that needs no path, or one that begins with it. */
  readonly text: string
}

/** The seed cannot be used. */
export class SeedInvalid extends Data.TaggedError("SeedInvalid")<{
  /** The problems, with their paths. */
  readonly details: ReadonlyArray<SeedProblem>
}> {
  /** One text per problem. */
  get problems(): ReadonlyArray<string> {
    return this.details.map(({ text }) => text)
  }
  override get message(): string {
    return `The seed cannot be used: ${this.problems.join("; ")}`
  }
}

/** Returns the error with one problem. */
export const seedInvalid = (path: SeedProblem["path"], text: string): SeedInvalid =>
  new SeedInvalid({ details: [{ path, text }] })
