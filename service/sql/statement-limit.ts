/**
 * Removes the server's time limit of statements until the end of the transaction, on PostgreSQL. The driver recognizes
 * this text and removes the client's limit, too.
 */
export const REMOVE_STATEMENT_LIMIT = "SET LOCAL statement_timeout = 0"
