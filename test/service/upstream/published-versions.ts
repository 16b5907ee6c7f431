/**
 * The published clients that drive the service, and what each has. `docs/wire/versions.md` and `README.md` list them.
 */

/** Versions of `@stackframe/js`, from the one that the wire is named after to the newest. */
export const clientVersions = ["2.7.23", "2.8.3", "2.8.51", "2.8.77", "2.8.102", "2.8.108"] as const

/** The journeys that not every version has, by their names in the table, with the first version that has each. */
export const firstVersions = {
  "sessions: list and revoke": "2.8.3",
  "sign-in and refresh without a publishable client key": "2.8.77",
  "another primary address of the user": "2.8.77",
  "API keys of users and teams": "2.8.3",
  "sign-in on a command line": "2.8.51",
  "project permissions": "2.8.51",
  "invitations of the user, accepted without the mail": "2.8.77"
} as const

/** Versions of `@stackframe/react`, whose screens run in Chromium. */
export const screenVersions = ["2.8.108"] as const

/** Returns whether a version is this one or a later one. */
export const isSince = (version: string, first: string): boolean =>
  version.localeCompare(first, undefined, { numeric: true }) >= 0
