/**
 * The mailbox: every mail that the service sent, to be read instead of the internet's mail.
 *
 * A mail lies here before the call that caused it is answered, so a test reads it at once and never sleeps.
 *
 * @example
 * const mailbox = yield* Mailbox
 * yield* client.sendMagicLinkEmail("ada@example.com", { callbackUrl })
 * const { codes: [code] } = yield* mailbox.next({ to: "ada@example.com" })
 */
import { Clock, Context, Data, Duration, Effect, Layer, PubSub } from "effect"
import { type Delivery, type MailFilter, type MailHead, MailStore, type StoredMail } from "./mail-store.ts"

/** No mail came in time. */
export class NoMail extends Data.TaggedError("NoMail")<{
  readonly to: string | undefined
  readonly waitedMillis: number
}> {
  override get message(): string {
    const whom = this.to === undefined ? "" : ` to ${this.to}`
    return `No mail${whom} came within ${this.waitedMillis} milliseconds.`
  }
}

export interface NextOptions extends MailFilter {
  /** How long to wait if there is none yet, on the clock of the caller. Default 5 seconds. */
  readonly within?: Duration.Input | undefined
}

/** The side of the mailbox that everybody may use. */
export class Mailbox extends Context.Service<
  Mailbox,
  {
    /** The oldest first. */
    readonly list: (filter?: MailFilter) => Effect.Effect<ReadonlyArray<StoredMail>>
    /** The newest first, without what is in them. */
    readonly heads: (limit: number) => Effect.Effect<ReadonlyArray<MailHead>>
    readonly count: Effect.Effect<number>
    readonly get: (id: string) => Effect.Effect<StoredMail | null>
    readonly clear: (filter?: MailFilter) => Effect.Effect<void>
    /**
     * The oldest mail that `next` has not given yet, or else the next one to come. So calls of it read mail after mail,
     * whether the mail or the call was first.
     */
    readonly next: (options?: NextOptions) => Effect.Effect<StoredMail, NoMail>
  }
>()("keystile/service/Mailbox") {}

/** The side on which mails arrive. */
export class MailboxWriter extends Context.Service<
  MailboxWriter,
  {
    readonly put: (mail: StoredMail) => Effect.Effect<void>
    readonly setDelivery: (id: string, delivery: Delivery, problem: string | null) => Effect.Effect<void>
  }
>()("keystile/service/MailboxWriter") {}

const DEFAULT_WAIT = Duration.seconds(5)

/** How often to look for mails of other processes. */
const LOOK_AGAIN = Duration.millis(250)

const make = Effect.gen(function* () {
  const mails = yield* MailStore
  const arrivals = yield* PubSub.unbounded<void>()

  const next = Effect.fnUntraced(function* ({ within = DEFAULT_WAIT, ...filter }: NextOptions = {}) {
    // Listening before looking: a mail that comes in between is not missed.
    const arrival = yield* PubSub.subscribe(arrivals)
    const look = Effect.flatMap(Clock.currentTimeMillis, (now) => mails.take(filter, now))
    const there = yield* look
    if (there !== null) return there
    const wait = Effect.gen(function* () {
      let mail: StoredMail | null = null
      while (mail === null) {
        // Another process on the same database may have put it there.
        yield* Effect.race(PubSub.take(arrival), Effect.sleep(LOOK_AGAIN))
        mail = yield* look
      }
      return mail
    })
    return yield* Effect.timeoutOrElse(wait, {
      duration: within,
      orElse: () =>
        Effect.fail(new NoMail({ to: filter.to, waitedMillis: Duration.toMillis(Duration.fromInputUnsafe(within)) }))
    })
  }, Effect.scoped)

  return Context.make(Mailbox, {
    list: (filter = {}) => mails.list(filter),
    heads: mails.heads,
    count: mails.count,
    get: mails.find,
    clear: (filter = {}) => mails.remove(filter),
    next
  }).pipe(
    Context.add(MailboxWriter, {
      put: (mail) => Effect.andThen(mails.insert(mail), PubSub.publish(arrivals, undefined)),
      setDelivery: mails.setDelivery
    })
  )
})

export const layer: Layer.Layer<Mailbox | MailboxWriter, never, MailStore> = Layer.effectContext(make)
