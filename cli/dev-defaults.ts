/** Where `keystile dev` listens, and the variable with its database: other commands connect to it by them. */

export const DEFAULT_PORT = 8102

/** The environment variable that replaces `--db`. */
export const DATABASE_VARIABLE = "KEYSTILE_DB"
