/** Hooks after a transaction. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { MailboxWriter } from "../../../service/mail/mailbox-writer.ts"
import { layerLog } from "../../../service/production/mail-writers.ts"
import { addCommitHook, withCommitHooks } from "../../../service/sql/commit-hooks.ts"
import { inTransaction } from "../../../service/sql/rows.ts"
import { layerDatabase } from "../database-layer.ts"
import { collectLog } from "../collect-log.ts"

/** Adds a hook that records its name. */
const hook = (name: string, seen: Array<string>, isSkippedUnlessCommitted = false) =>
  addCommitHook(name, {
    before: Effect.void,
    after: Effect.sync(() => void seen.push(name)),
    isSkippedUnlessCommitted
  })

const isRefused = (exit: { readonly _tag: string }) => exit._tag === "Failure"

describe("the hooks after a transaction", () => {
  it.effect("run once, and not in a transaction that is rolled back", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      yield* inTransaction(Effect.andThen(hook("first", seen), inTransaction(hook("nested", seen))))
      assert.deepStrictEqual(seen, ["first", "nested"])
      const exit = yield* Effect.exit(inTransaction(Effect.andThen(hook("third", seen), Effect.fail("refused"))))
      assert.isTrue(isRefused(exit))
      assert.deepStrictEqual(seen, ["first", "nested"])
    }).pipe(Effect.provide(layerDatabase()))
  )

  it.effect("of an attempt with a conflict do not run if the next attempt is refused", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      let attempts = 0
      const transaction = Effect.suspend(() => (attempts++ === 0 ? hook("first", seen) : Effect.fail("refused")))
      // The commit of the first attempt meets a conflict, so that the transaction runs again.
      const exit = yield* Effect.exit(withCommitHooks((whole) => Effect.andThen(whole, whole), transaction))
      assert.isTrue(isRefused(exit))
      assert.strictEqual(attempts, 2)
      assert.deepStrictEqual(seen, [])
    })
  )

  it.effect("that are not skipped without a commit run after a failed one, which may have had its effect", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const transaction = Effect.andThen(hook("wake", seen), hook("log", seen, true))
      const failing = withCommitHooks((whole) => Effect.andThen(whole, Effect.fail("no connection")), transaction)
      assert.isTrue(isRefused(yield* Effect.exit(failing)))
      assert.deepStrictEqual(seen, ["wake"])
    })
  )

  it.effect("write a mail to the log only after its commit", () => {
    const { lines, logger } = collectLog()
    const put = MailboxWriter.use((mailbox) =>
      mailbox.put({
        id: "mail",
        projectId: "project",
        type: "magic_link",
        from: "mail@fernhill.example",
        to: "ada@example.com",
        subject: "Sign in",
        text: "The code",
        html: "",
        at: new Date(0),
        delivery: "mailbox",
        deliveryProblem: null,
        links: [],
        codes: []
      })
    )
    return Effect.gen(function* () {
      yield* Effect.exit(withCommitHooks((whole) => Effect.andThen(whole, Effect.fail("no connection")), put))
      assert.deepStrictEqual(lines, [])
      yield* withCommitHooks((whole) => whole, put)
      assert.deepStrictEqual(lines, ["A mail to ada@example.com: Sign in\n\nThe code"])
    }).pipe(Effect.provide(layerLog), Effect.provide(logger))
  })
})
