/** The mail with the link on which an owner of projects sets a password. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as OwnerAdministration from "../../../service/administration/owner-administration.ts"
import * as ProjectAdministration from "../../../service/administration/project-administration.ts"
import { MailboxWriter } from "../../../service/mail/mailbox-writer.ts"
import { layerDatabase } from "../database-layer.ts"
import { deploymentAt } from "../deployment-layer.ts"

interface Sent {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Creates projects and an owner of them. Returns the link and its mail. */
const mailOfOwner = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const sent: Array<Sent> = []
  const writer = Layer.succeed(MailboxWriter, {
    put: (mail) => Effect.sync(() => void sent.push(mail)),
    setDelivery: () => Effect.void
  })
  const administration = Layer.merge(OwnerAdministration.layer, ProjectAdministration.layer).pipe(
    Layer.provide(writer),
    Layer.provide(layerDatabase()),
    Layer.provide(deploymentAt("https://auth.example.com"))
  )
  return yield* Effect.gen(function* () {
    const projects = yield* ProjectAdministration.ProjectAdministration
    const owned = yield* Effect.forEach(names, (name) => projects.create(name, {}))
    const owners = yield* OwnerAdministration.OwnerAdministration
    const { url } = yield* owners.create(
      "ola@example.com",
      owned.map(({ id }) => id)
    )
    return { url: Redacted.value(url), mail: sent[0] ?? assert.fail("There is no mail") }
  }).pipe(Effect.provide(administration))
})

describe("the mail of an owner's link", () => {
  it.effect("says who the recipient is, what to do and until when, as text and as HTML", () =>
    Effect.gen(function* () {
      const { mail, url } = yield* mailOfOwner(["Fernhill", "<b>Quayside</b>"])
      assert.strictEqual(mail.subject, "Set your password for Keystile")
      const sentence = "open this link within 24 hours to set your password."
      assert.include(mail.text, `You are an owner of Fernhill and <b>Quayside</b>: ${sentence}`)
      assert.include(mail.text, url)
      assert.include(mail.html, `You are an owner of Fernhill and &lt;b&gt;Quayside&lt;/b&gt;: ${sentence}`)
      assert.notMatch(mail.text + mail.html, /new password|signed out|Your password stays/)
    })
  )

  it.effect("names three projects, and counts the others", () =>
    Effect.gen(function* () {
      const { mail } = yield* mailOfOwner(["A1", "B2", "C3", "D4", "E5"])
      assert.include(mail.text, "You are an owner of A1, B2, C3 and 2 other projects:")
      assert.include((yield* mailOfOwner(["A1", "B2", "C3", "D4"])).mail.text, "A1, B2, C3 and 1 other project:")
      assert.include((yield* mailOfOwner([])).mail.text, "You are an owner of projects of this service:")
    })
  )
})
