/** A service with a few users, and a server and an admin tier for it. */
import { Effect, Layer } from "effect"
import * as Testing from "../../../testing/index.ts"
import * as Server from "../../../tiers/server.ts"

export const ada = { email: "ada@example.com", password: "correct horse" }
export const bob = { email: "bob@example.com", password: "battery staple" }

export const withTiers = (options: Testing.TestingOptions = {}) =>
  Effect.provide(
    Layer.mergeAll(Testing.layerServer(), Testing.layerAdmin(), Testing.layerClient()).pipe(
      Layer.provideMerge(Testing.layerService({ limits: "off", users: [ada, bob], ...options }))
    )
  )

/** The `_tag` of what an effect fails with. */
export const failureOf = <A>(effect: Effect.Effect<A, { readonly _tag: string }>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

/** A user of the seed, by their address. */
export const find = Effect.fnUntraced(function* (credential: typeof ada) {
  const { users } = yield* Server.Server
  const { items } = yield* Effect.orDie(users.page({ query: credential.email }))
  const [user] = items
  return user ?? (yield* Effect.die("no such user"))
})
