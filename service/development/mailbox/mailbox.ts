/**
 * The mailbox: stores every mail that the service sent.
 *
 * A mail is stored before the response to the call that caused it, so that tests need not sleep.
 *
 * @example
 * const mailbox = yield* Mailbox
 * yield* client.sendMagicLinkEmail("ada@example.com", { callbackUrl })
 * const { codes: [code] } = yield* mailbox.next({ to: "ada@example.com" })
 */
import { Clock, Context, Data, Duration, Effect, Layer, PubSub } from "effect"
import { addCommitHook } from "../../sql/commit-hooks.ts"
import { type MailFilter, type MailHead, MailStore } from "./mail-store.ts"
import { MailboxWriter } from "../../mail/mailbox-writer.ts"
import type { StoredMail } from "../../mail/stored-mail.ts"

/** No mail arrived in time. */
export class NoMail extends Data.TaggedError("NoMail")<{
  readonly to: string | undefined
  readonly waitedMillis: number
}> {
  override get message(): string {
    const whom = this.to === undefined ? "" : ` to ${this.to}`
    return `No mail${whom} came within ${this.waitedMillis} milliseconds.`
  }
}

/** Which mail to wait for, and how long. */
export interface NextOptions extends MailFilter {
  /** The time limit for a mail to arrive, on the clock of the caller. Default 5 seconds. */
  readonly within?: Duration.Input | undefined
}

/** Reads the mailbox. */
export class Mailbox extends Context.Service<
  Mailbox,
  {
    /** Lists mails, the oldest first. */
    readonly list: (filter?: MailFilter) => Effect.Effect<ReadonlyArray<StoredMail>>
    /** Lists mails without their content, the newest first. */
    readonly heads: (limit: number) => Effect.Effect<ReadonlyArray<MailHead>>
    readonly count: Effect.Effect<number>
    readonly get: (id: string) => Effect.Effect<StoredMail | null>
    readonly clear: (filter?: MailFilter) => Effect.Effect<void>
    /**
     * Returns the oldest mail that `next` has not returned yet, or waits for one. So repeated calls read all mails in
     * order.
     */
    readonly next: (options?: NextOptions) => Effect.Effect<StoredMail, NoMail>
  }
>()("keystile/service/Mailbox") {}

const DEFAULT_WAIT = Duration.seconds(5)

/** The interval of checks for mails of other processes. */
const LOOK_AGAIN = Duration.millis(250)

const make = Effect.gen(function* () {
  const mails = yield* MailStore
  const arrivals = yield* PubSub.unbounded<void>()

  const next = Effect.fnUntraced(function* ({ within = DEFAULT_WAIT, ...filter }: NextOptions = {}) {
    // Subscribes before the first look, so that no mail is missed.
    const arrival = yield* PubSub.subscribe(arrivals)
    const look = Effect.flatMap(Clock.currentTimeMillis, (now) => mails.take(filter, now))
    const there = yield* look
    if (there !== null) return there
    const wait = Effect.gen(function* () {
      let mail: StoredMail | null = null
      while (mail === null) {
        // Another process on the same database may have stored it.
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

  /** After the commit: a reader does not see the mail before it. */
  const announce = addCommitHook("the mailbox", {
    before: Effect.void,
    after: Effect.asVoid(PubSub.publish(arrivals, undefined))
  })

  return Context.make(Mailbox, {
    list: (filter = {}) => mails.list(filter),
    heads: mails.heads,
    count: mails.count,
    get: mails.find,
    clear: (filter = {}) => mails.remove(filter),
    next
  }).pipe(
    Context.add(MailboxWriter, {
      put: (mail) => Effect.andThen(mails.insert(mail), announce),
      setDelivery: mails.setDelivery
    })
  )
})

/** @internal */
export const layer: Layer.Layer<Mailbox | MailboxWriter, never, MailStore> = Layer.effectContext(make)
