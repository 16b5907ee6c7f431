/** Keeps the last rendered previews of mail templates in memory, because a frame of the console loads each by its URL. */
import { Context, Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"

export class MailPreviews extends Context.Service<
  MailPreviews,
  {
    /** Keeps the HTML of a preview, and returns its id. The oldest ones are deleted. */
    readonly add: (html: string) => Effect.Effect<string>
    readonly find: (id: string) => Effect.Effect<string | null>
  }
>()("keystile/service/MailPreviews") {}

/** The number of previews: a few for each open page of the console. */
const KEPT = 30

export const layer: Layer.Layer<MailPreviews> = Layer.sync(MailPreviews, () => {
  const previews = new Map<string, string>()
  return MailPreviews.of({
    add: (html) =>
      Effect.sync(() => {
        const id = randomUUID()
        previews.set(id, html)
        for (const old of previews.keys()) {
          if (previews.size <= KEPT) break
          previews.delete(old)
        }
        return id
      }),
    find: (id) => Effect.sync(() => previews.get(id) ?? null)
  })
})
