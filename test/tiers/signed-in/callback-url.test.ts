/** The default callback URL of mailed links: the handler's page of the current page. */
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Navigation from "../../../core/navigation/navigation.ts"
import * as Testing from "../../../testing/index.ts"
import { callbackUrlOr, invitationMail } from "../../../tiers/calls/callback-url.ts"
import { ada, as, failureOf, withUsers } from "./fixture.ts"

const onPage = (href: string) => vi.stubGlobal("location", { href })
const derive = (urls: Parameters<typeof Navigation.make>[0] = {}) =>
  callbackUrlOr(undefined, Navigation.make(urls), invitationMail)

afterEach(() => {
  vi.unstubAllGlobals()
})

describe("the callback URL in a mail", () => {
  it.effect("is the handler's page", () =>
    Effect.gen(function* () {
      onPage("https://app.example/teams/1?tab=2#members")
      assert.strictEqual(yield* derive(), "https://app.example/handler/team-invitation")
      const elsewhere = { urls: { teamInvitation: "https://sign-in.example/join?from=mail#now" } }
      assert.strictEqual(yield* derive(elsewhere), "https://sign-in.example/join?from=mail")
    })
  )

  it.effect("keeps the return URL, if it is on this origin", () =>
    Effect.gen(function* () {
      onPage("https://app.example/handler/sign-up?after_auth_return_to=%2Fprofile%3Fa%3Db")
      const url = "https://app.example/handler/team-invitation?after_auth_return_to=%2Fprofile%3Fa%3Db"
      assert.strictEqual(yield* derive(), url)
      const elsewhere = { urls: { teamInvitation: "https://sign-in.example/join" } }
      assert.strictEqual(yield* derive(elsewhere), "https://sign-in.example/join")
      onPage("https://app.example/handler/sign-up?after_auth_return_to=https%3A%2F%2Fevil.example")
      assert.strictEqual(yield* derive(), "https://app.example/handler/team-invitation")
    })
  )

  it.effect("is required without a page, and on a page without a URL", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* failureOf(derive()), "CallbackUrlMissing")
      onPage("about:blank")
      assert.strictEqual(yield* failureOf(derive()), "CallbackUrlMissing")
    })
  )

  it.effect("is accepted by every call that mails a link", () =>
    Effect.gen(function* () {
      const { contactChannels, sendVerificationEmail, teams } = yield* as(ada)
      const mailbox = yield* Testing.Mailbox
      const team = yield* teams.create({ displayName: "Crew" })
      const value = "lovelace@example.com"
      const channel = yield* contactChannels.create({ type: "email", value, usedForAuth: false })
      onPage("http://localhost:3000/anywhere")
      yield* sendVerificationEmail()
      yield* TestClock.adjust("1 second")
      yield* contactChannels.sendVerificationEmail(channel.id)
      yield* TestClock.adjust("1 second")
      yield* teams.inviteUser(team.id, { email: "guest@example.com" })
      const pages = (yield* mailbox.list()).map(({ links }) =>
        links.find((link) => link.includes("code="))?.replace(/\?.*/, "")
      )
      const handler = "http://localhost:3000/handler"
      assert.deepStrictEqual(pages, [
        `${handler}/email-verification`,
        `${handler}/email-verification`,
        `${handler}/team-invitation`
      ])
    }).pipe(withUsers())
  )
})
