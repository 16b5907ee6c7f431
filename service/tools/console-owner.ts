/** The id of the owner by whom the console calls the admin API. It is the same in all databases. */
export const CONSOLE_OWNER_ID = "c0501e00-0000-4000-8000-000000000001"
