/** The maximum number of accounts of a user at all OAuth providers. */
export const MAX_OAUTH_ACCOUNTS = 100
