/** THE table: which write changes what is read. */
import type { ClientCalls } from "../client.ts"
import type { CallTable } from "./observe.ts"

/** The paths of a tier's calls: `getUser`, `teams.list`. */
export type PathOf<Calls> = keyof Calls & string

const reads = ["getUser", "getProject"] as const satisfies ReadonlyArray<PathOf<ClientCalls>>

type Writes = Partial<Record<PathOf<ClientCalls>, ReadonlyArray<typeof reads[number]>>>

/** The client tier. */
export const clientTable: CallTable = {
  reads,
  answers: { updateUser: "getUser" } satisfies Partial<Record<keyof Writes, typeof reads[number]>>,
  writes: {
    updateUser: []
  } satisfies Writes
}
