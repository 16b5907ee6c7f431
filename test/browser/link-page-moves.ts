/** Tests that the pages of mailed links do not move while they load. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Fixture, newEmail } from "./fixture.ts"
import { movesOf, recordMoves } from "./moves.ts"
import { ask, configure, mailedLink, newUser, resetLink } from "./service-calls.ts"

const callback = (fixture: Fixture, page: string) => `${fixture.screens}/handler/${page}`

/** Returns a new link of each page, with the title that its page shows. */
const pages: ReadonlyArray<readonly [page: string, title: string, link: (fixture: Fixture) => Promise<string>]> = [
  [
    "email verification",
    "Verify your email address",
    async (fixture) => {
      const email = newEmail()
      await ask(fixture, "POST", "/auth/password/sign-up", {
        email,
        password: "harbour-terracotta-77",
        verification_callback_url: callback(fixture, "email-verification")
      })
      return mailedLink(fixture, email, "email_verification")
    }
  ],
  [
    "password reset",
    "Choose a new password",
    async (fixture) => {
      const email = newEmail()
      await newUser(fixture, email)
      return resetLink(fixture, email)
    }
  ],
  [
    "sign-in by mail",
    "Sign in with this link",
    async (fixture) => {
      const email = newEmail()
      const callback_url = callback(fixture, "magic-link-callback")
      await ask(fixture, "POST", "/auth/otp/send-sign-in-code", { email, callback_url })
      return mailedLink(fixture, email, "magic_link")
    }
  ]
]

export const linkPageMoves = (fixture: () => Fixture) => {
  beforeAll(() => configure(fixture(), { magic_link_enabled: true }))
  afterAll(() => configure(fixture(), { magic_link_enabled: false }))

  it.each(pages)("nothing moves by more than four pixels, first visit and return: %s", (_page, title, linkOf) =>
    fixture().visit(async ({ page }) => {
      await recordMoves(page)
      for (const visit of ["first", "return"]) {
        await page.goto(await linkOf(fixture()))
        await page.getByRole("heading", { level: 1, name: title }).waitFor()
        const { frames, moved } = await movesOf(page)
        expect(frames).toBeGreaterThan(3)
        expect(moved, `${visit} visit`).toEqual([])
      }
    })
  )
}
