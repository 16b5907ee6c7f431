/** Keeps attempts that the database could not store, until the next attempt of the same delivery is stored. */
import type { ClaimedDelivery, NewAttempt } from "./delivery-store.ts"

/** The most attempts that are kept. Older ones are in the log only. */
const CAPACITY = 1000

type Delivery = Pick<ClaimedDelivery, "messageId" | "targetId">

interface UnstoredAttempts {
  readonly add: (delivery: Delivery, attempt: NewAttempt) => void
  /** Returns the attempts of a delivery, the oldest first. */
  readonly of: (delivery: Delivery) => ReadonlyArray<NewAttempt>
  readonly remove: (delivery: Delivery) => void
}

export const makeUnstoredAttempts = (): UnstoredAttempts => {
  const kept = new Map<string, ReadonlyArray<NewAttempt>>()
  let count = 0
  const keyOf = ({ messageId, targetId }: Delivery) => `${messageId} ${targetId}`
  const remove = (key: string) => {
    count -= kept.get(key)?.length ?? 0
    kept.delete(key)
  }
  return {
    add: (delivery, attempt) => {
      const key = keyOf(delivery)
      const [oldest] = kept.keys()
      if (count >= CAPACITY && oldest !== undefined) remove(oldest)
      kept.set(key, [...(kept.get(key) ?? []), attempt])
      count++
    },
    of: (delivery) => kept.get(keyOf(delivery)) ?? [],
    remove: (delivery) => remove(keyOf(delivery))
  }
}
