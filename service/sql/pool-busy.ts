/** The limit of the pool of connections to PostgreSQL, and the error of a pool that has reached it. */

/** The maximum number of connections of one process. A request uses one at a time, and processes share the server. */
export const MAX_CONNECTIONS = 10

/** All connections of the pool were in use for the whole time limit of a request. */
export class PoolBusy extends Error {
  override readonly name = "PoolBusy"
}
