/** The maximum number of keys in a list. Only a list of the keys of all users can have more: it has the newest ones. */
export const MAX_LISTED_API_KEYS = 1000
