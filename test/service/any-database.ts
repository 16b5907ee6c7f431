import { Effect } from "effect"
import { isOverNetwork, temporaryDatabase } from "../postgres/server.ts"
import { temporaryFolder } from "./temporary-folder.ts"

/**
 * A database that several services can use: a file, or one on the PostgreSQL server of the tests. It is deleted when the
 * scope closes.
 */
export const anyDatabase = isOverNetwork
  ? temporaryDatabase
  : Effect.map(temporaryFolder, ({ path }) => path("keystile.db"))
