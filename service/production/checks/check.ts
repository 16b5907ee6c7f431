/** The result of one check before the start, see `run-checks.ts`. */
export interface Check {
  readonly name: "database" | "databaseReplica" | "secrets" | "mail" | "clock" | "publicUrl" | "breachedPasswords"
  /** A failed check means that the service would not work; a warning means that it would, less safely. */
  readonly outcome: "passed" | "warning" | "failed"
  /** One sentence: what was found, and what to do. */
  readonly detail: string
}
