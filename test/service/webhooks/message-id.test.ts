/** Ids of webhook messages. */
import { assert, describe, it } from "@effect/vitest"
import { newMessageId } from "../../../service/webhooks/new-message-id.ts"
import { SECOND } from "../../durations.ts"

/** 2017-10-10T04:00:47Z */
const then = 1_507_608_047 * SECOND

describe("the id of a webhook message", () => {
  it("equals the KSUID of the reference implementation for the same time and random bytes", () => {
    // The example of https://github.com/segmentio/ksuid#inspect-the-components-of-a-ksuid
    const random = Buffer.from("B5A1CD34B5F99D1154FB6853345C9735", "hex")
    assert.strictEqual(newMessageId(then, random), "msg_0ujtsYcgvSTl8PAuAdqWYSMnLOv")
  })

  it("has 27 characters at any time, also before the KSUID epoch", () => {
    for (const at of [0, then, Date.UTC(2149, 0), Date.UTC(2300, 0)]) {
      for (const random of [Buffer.alloc(16), Buffer.alloc(16, 0xff)]) {
        assert.match(newMessageId(at, random), /^msg_[0-9A-Za-z]{27}$/)
      }
    }
  })

  it("is unique and sorts by time", () => {
    const ids = Array.from({ length: 50 }, (_, index) => newMessageId(then + index * SECOND))
    assert.deepStrictEqual(
      ids.toSorted((one, other) => (one < other ? -1 : 1)),
      ids
    )
    assert.notStrictEqual(newMessageId(then), newMessageId(then))
  })
})
