/** The cached reads of the client tier, and the calls that change them. */
import { clientRules } from "../calls/cache-rules.ts"
import { type CallTable, callTable } from "./call-table.ts"

/** The calls of the client tier with their cache rules. */
export const clientTable: CallTable = callTable(clientRules, "getSessionUser")
