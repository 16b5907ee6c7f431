/** Reads the project of an OAuth client. */

/** Returns the project's id in a client id. Clients since Stack Auth 2.8 may add the branch, which is always `main`. */
export const projectOfClient = (clientId: string): string => clientId.replace(/#main$/, "")
