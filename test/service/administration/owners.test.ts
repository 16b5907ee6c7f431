/** Which owner a command of `keystile owner` changes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { AdministrationRefused } from "../../../service/administration/administration-refused.ts"
import * as OwnerAdministration from "../../../service/administration/owner-administration.ts"
import { MailboxWriter } from "../../../service/mail/mailbox-writer.ts"
import * as ChannelStore from "../../../service/resources/contact-channels/channel-store.ts"
import { INTERNAL_PROJECT_ID } from "../../../service/sql/records/project-record.ts"
import { layerDatabase } from "../database-layer.ts"
import { deploymentAt } from "../deployment-layer.ts"

const ada = "ada@example.com"
const bob = "bob@example.com"

const layer = Layer.merge(OwnerAdministration.layer, ChannelStore.layer).pipe(
  Layer.provide(Layer.succeed(MailboxWriter, { put: () => Effect.void, setDelivery: () => Effect.void })),
  Layer.provide(layerDatabase()),
  Layer.provide(deploymentAt("https://auth.example.com"))
)

/** Returns the administration, the owners Ada and Bob, and the channel store. */
const twoOwners = Effect.gen(function* () {
  const owners = yield* OwnerAdministration.OwnerAdministration
  yield* owners.create(ada, undefined)
  yield* owners.create(bob, undefined)
  const idOf = (email: string) =>
    Effect.map(owners.list, (all) => all.find((owner) => owner.email === email)?.id ?? assert.fail(email))
  return { owners, adaId: yield* idOf(ada), bobId: yield* idOf(bob), channels: yield* ChannelStore.ChannelStore }
})

/** Changes the only channel of an owner. */
const changeChannel = Effect.fnUntraced(function* (userId: string, change: Partial<ChannelStore.ChannelRecord>) {
  const channels = yield* ChannelStore.ChannelStore
  const [channel = assert.fail("The owner has no address")] = yield* channels.list(INTERNAL_PROJECT_ID, userId)
  yield* channels.update({ ...channel, ...change })
})

const problemOf = <A>(refused: Effect.Effect<A, AdministrationRefused>) =>
  Effect.map(Effect.flip(refused), ({ message }) => message)

describe("the owner of a command", () => {
  it.effect("is found by an address that is unverified and does not sign in any more", () =>
    Effect.gen(function* () {
      const { adaId, owners } = yield* twoOwners
      yield* changeChannel(adaId, { value: "ada@new.example.com", isVerified: false, usedForAuth: false })
      assert.deepStrictEqual(yield* owners.resetSecondFactor("ada@New.Example.com"), {
        id: adaId,
        email: "ada@new.example.com"
      })
      assert.include(yield* problemOf(owners.remove(ada)), "There is no owner with this address")
      yield* owners.remove("ada@new.example.com")
      assert.deepStrictEqual(
        (yield* owners.list).map(({ email }) => email),
        [bob]
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("is found by the id, without an address, too", () =>
    Effect.gen(function* () {
      const { adaId, channels, owners } = yield* twoOwners
      const [channel = assert.fail()] = yield* channels.list(INTERNAL_PROJECT_ID, adaId)
      yield* channels.remove(channel.id)
      assert.deepInclude(yield* owners.list, {
        id: adaId,
        email: null,
        projectIds: [],
        hasPassword: false,
        hasPasskey: false,
        hasSecondFactor: false
      })
      assert.deepStrictEqual(yield* owners.remove(adaId), { id: adaId, email: null })
    }).pipe(Effect.provide(layer))
  )

  it.effect("has to be named by the id if two owners have the address", () =>
    Effect.gen(function* () {
      const { adaId, bobId, owners } = yield* twoOwners
      yield* changeChannel(bobId, { value: ada, isVerified: false, usedForAuth: false })
      const problem = yield* problemOf(owners.remove(ada))
      assert.include(problem, adaId)
      assert.include(problem, bobId)
      yield* owners.remove(bobId)
      yield* owners.remove(ada)
      assert.lengthOf(yield* owners.list, 0)
    }).pipe(Effect.provide(layer))
  )

  it.effect("gets a link at an address with which they sign in only", () =>
    Effect.gen(function* () {
      const { adaId, owners } = yield* twoOwners
      assert.strictEqual((yield* owners.link(adaId)).email, ada)
      yield* changeChannel(adaId, { usedForAuth: false })
      const problem = "The owner does not sign in with this address"
      assert.include(yield* problemOf(owners.link(ada)), problem)
      assert.include(yield* problemOf(owners.link(adaId)), "The owner has no verified address")
    }).pipe(Effect.provide(layer))
  )
})
