/** The handlers of the application's API. The notes are in memory; an application keeps them in its database. */
import { Effect, Layer, Ref } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentSession, CurrentUser } from "keystile/http-api"
import { Api } from "./api.ts"

const Notes = HttpApiBuilder.group(
  Api,
  "notes",
  Effect.fnUntraced(function* (handlers) {
    const notes = yield* Ref.make<ReadonlyMap<string, ReadonlyArray<string>>>(new Map())
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        const { claims } = yield* CurrentSession
        return (yield* Ref.get(notes)).get(claims.userId) ?? []
      }),
      add: Effect.fnUntraced(function* ({ payload }) {
        const { claims } = yield* CurrentSession
        yield* Ref.update(notes, (all) => {
          const own = all.get(claims.userId) ?? []
          return new Map(all).set(claims.userId, [...own, payload.text])
        })
      })
    })
  })
)

const Account = HttpApiBuilder.group(Api, "account", (handlers) =>
  handlers.handleAll({
    me: () => Effect.map(CurrentUser, ({ id, primaryEmail }) => ({ id, email: primaryEmail }))
  })
)

export const layer = Layer.merge(Notes, Account)
