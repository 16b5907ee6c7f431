/** The writer of mails for `KEYSTILE_MAIL=log`. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { MailboxWriter } from "../../../service/mail/mailbox-writer.ts"
import { layerLog } from "../../../service/production/mail-writers.ts"
import { inTransaction } from "../../../service/sql/rows.ts"
import { layerDatabase } from "../database-layer.ts"
import { PROJECT_ID } from "../fixture.ts"
import { collectLog } from "../collect-log.ts"

const put = (subject: string) =>
  Effect.flatMap(MailboxWriter, (writer) =>
    writer.put({
      id: subject,
      projectId: PROJECT_ID,
      type: "magic_link",
      from: "Larkspur <hello@larkspur.example>",
      to: "ada@example.com",
      subject,
      text: "the text",
      html: "",
      at: new Date(0),
      delivery: "mailbox",
      deliveryProblem: null,
      links: [],
      codes: []
    })
  )

describe("mails in the log", () => {
  it.effect("are those of committed transactions, each once", () => {
    const { lines, logger } = collectLog()
    let tries = 0
    return Effect.gen(function* () {
      yield* inTransaction(Effect.andThen(put("first"), put("second")))
      yield* Effect.exit(inTransaction(Effect.andThen(put("rolled back"), Effect.fail("no"))))
      yield* Effect.retry(
        inTransaction(
          Effect.andThen(
            put("retried"),
            Effect.suspend(() => (++tries < 2 ? Effect.fail("busy") : Effect.void))
          )
        ),
        { times: 1 }
      )
      assert.deepStrictEqual(
        lines.map((line) => /: (.*)/.exec(line)?.[1]),
        ["first", "second", "retried"]
      )
    }).pipe(Effect.provide(Layer.mergeAll(layerDatabase(), layerLog, logger)))
  })
})
