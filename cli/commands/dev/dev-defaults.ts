/** The port of `keystile dev` and the variable with its database, by which other commands connect to it. */

export const DEFAULT_PORT = 8102

/** The environment variable that replaces `--db`. */
export const DATABASE_VARIABLE = "KEYSTILE_DB"
