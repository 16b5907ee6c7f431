/** The result of one check before the start, see `run-checks.ts`. */
export interface Check {
  readonly name: "database" | "databaseReplica" | "secrets" | "mail" | "clock" | "publicUrl" | "breachedPasswords"
  /** A failed check means that the service would not work; a warning means that it would, less safely. */
  readonly outcome: "passed" | "warning" | "failed"
  /** One sentence: what was found, and what to do. */
  readonly detail: string
}

/** Returns a problem as a sentence of its own, with a capital letter. */
export const sentence = (problem: string): string => `${problem.slice(0, 1).toUpperCase()}${problem.slice(1)}`
