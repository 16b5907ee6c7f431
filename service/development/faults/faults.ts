import { Context, Effect, Layer, Random, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { type ActiveFault, Fault, type MailFault, type RequestFault } from "./fault.ts"
import { MailFaults } from "../../mail/mail-faults.ts"
import { matchesWildcard } from "./matches-wildcard.ts"

/** The maximum number of active faults. Further ones replace the oldest. */
const MAX_FAULTS = 1000

/**
 * Injects faults into requests and mails.
 *
 * @example
 * const faults = yield* Faults
 * yield* faults.add({ kind: "rateLimit", path: "/api/v1/auth*", retryAfterSeconds: 30, times: 1 })
 * yield* faults.add({ kind: "unavailable", share: 0.2, seed: "monday" })
 * yield* faults.add({ kind: "dropMail", to: "*@example.com" })
 * yield* faults.clear
 */
export class Faults extends Context.Service<
  Faults,
  {
    /** Adds a fault after the active ones. An invalid fault is a defect. */
    readonly add: (fault: Fault) => Effect.Effect<ActiveFault>
    /** The active faults, the oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<ActiveFault>>
    /** Removes a fault. Returns false if no active fault has this id. */
    readonly remove: (id: string) => Effect.Effect<boolean>
    readonly clear: Effect.Effect<void>
    /** Returns the faults of one request, delays first, with at most one other fault. Counts them as used. */
    readonly meet: (method: string, path: string) => Effect.Effect<ReadonlyArray<RequestFault>>
  }
>()("keystile/service/Faults") {}

interface Entry {
  readonly id: string
  readonly fault: Fault
  readonly random: Random.Random | null
  used: number
}

/** The result for requests without a fault. */
const noFaults: Effect.Effect<ReadonlyArray<RequestFault>> = Effect.succeed([])

const check = Schema.decodeUnknownEffect(Schema.toType(Fault), { onExcessProperty: "error" })

const make = Effect.sync(() => {
  const entries = new Map<string, Entry>()
  const toActive = ({ fault, id, used }: Entry): ActiveFault => ({ id, fault, used })

  const happens = Effect.fnUntraced(function* ({ fault: { share }, random }: Entry) {
    if (share === undefined) return true
    return (random === null ? yield* Random.next : random.nextDoubleUnsafe()) < share
  })
  const use = (entry: Entry) => {
    entry.used++
    if (entry.used === entry.fault.times) entries.delete(entry.id)
  }

  const meet = Effect.fnUntraced(function* (method: string, path: string) {
    const met: Array<RequestFault> = []
    for (const entry of entries.values()) {
      const { fault } = entry
      if (fault.kind === "dropMail" || !isForRequest(fault, method, path) || !(yield* happens(entry))) continue
      use(entry)
      met.push(fault)
      if (fault.kind !== "delay") break
    }
    return met
  })

  const faults = Faults.of({
    add: Effect.fnUntraced(function* (given) {
      const fault = yield* Effect.orDie(check(given))
      const random = fault.seed === undefined ? null : yield* Random.withSeed(Random.Random, fault.seed)
      const entry: Entry = { id: randomUUID(), fault, random, used: 0 }
      const [oldest] = entries.keys()
      if (entries.size >= MAX_FAULTS && oldest !== undefined) entries.delete(oldest)
      entries.set(entry.id, entry)
      return toActive(entry)
    }),
    list: Effect.sync(() => [...entries.values()].map(toActive)),
    remove: (id) => Effect.sync(() => entries.delete(id)),
    clear: Effect.sync(() => entries.clear()),
    meet: (method, path) => (entries.size === 0 ? noFaults : meet(method, path))
  })

  const dropsMail = Effect.fnUntraced(function* (recipient: string) {
    for (const entry of entries.values()) {
      const { fault } = entry
      if (fault.kind !== "dropMail" || !isFor(fault, recipient) || !(yield* happens(entry))) continue
      use(entry)
      return true
    }
    return false
  })
  return { faults, mail: { dropsMail } }
})

const isForRequest = (fault: RequestFault, method: string, path: string): boolean =>
  (fault.method === undefined || fault.method === method) && matchesWildcard(fault.path ?? "*", path)

const isFor = (fault: MailFault, recipient: string): boolean =>
  matchesWildcard((fault.to ?? "*").toLowerCase(), recipient.toLowerCase())

/** Provides `Faults`, and `MailFaults` for the mailer. */
export const layer: Layer.Layer<Faults> = Layer.effectContext(
  Effect.map(make, ({ faults, mail }) => Context.make(Faults, faults).pipe(Context.add(MailFaults, mail)))
)
