/**
 * Reads all pages of a list into a file. Each page becomes a `Blob` at once, which browsers keep outside of the memory
 * of scripts, so a long list does not fill it.
 */
import * as Effect from "effect/Effect"

export interface PageOf<A> {
  readonly items: ReadonlyArray<A>
  /** `null` on the last page. */
  readonly nextCursor: string | null
}

/** The items and the cursor so far. After an error, reading continues here. */
export interface Collected {
  readonly parts: Array<Blob>
  cursor: string | undefined
  count: number
}

export const newCollected = (head: string): Collected => ({ parts: [new Blob([head])], cursor: undefined, count: 0 })

/** Reads the pages that are left. */
export const collectPages = <A, E>(
  collected: Collected,
  readPage: (cursor: string | undefined) => Effect.Effect<PageOf<A>, E>,
  write: (item: A) => string,
  onPage: (count: number) => void
): Effect.Effect<void, E> =>
  Effect.gen(function* () {
    for (;;) {
      const { items, nextCursor } = yield* readPage(collected.cursor)
      collected.parts.push(new Blob([items.map(write).join("")]))
      collected.count += items.length
      onPage(collected.count)
      // A page that follows itself would never end.
      if (nextCursor === null || nextCursor === collected.cursor) return
      collected.cursor = nextCursor
    }
  })
