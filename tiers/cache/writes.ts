/** THE table: which write changes what is read. */
import type { Client } from "../client.ts"
import type { Writes } from "./observe-writes.ts"
import { userQuery } from "./queries.ts"

/** The writes of the client tier. */
export const clientWrites: Writes<Client> = {
  answers: { updateUser: userQuery },
  touches: { updateUser: [] }
}
