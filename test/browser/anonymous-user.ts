/** Tests that an anonymous user keeps their data when they sign up on the sign-up page. */
import { expect, it } from "vitest"
import { refreshCookie } from "../../core/session/cookie-values.ts"
import { settingsOf } from "./account-fixture.ts"
import { waitForTitle } from "./controls.ts"
import { type Fixture, newEmail, picture, violations } from "./fixture.ts"
import { keyboard } from "./keyboard.ts"
import { ask, asServer } from "./service-calls.ts"
import { fillSignUpTab, signUpButton } from "./sign-in-forms.ts"

export const anonymousUser = (fixture: () => Fixture) => {
  it("signs up on the sign-up page, and keeps the id and the data", () =>
    fixture().visit(async ({ page }) => {
      const { access_token, refresh_token, user_id } = await ask(fixture(), "POST", "/auth/anonymous/sign-up", {})
      const id = String(user_id)
      await asServer(fixture(), "PATCH", `/users/${id}`, { server_metadata: { basket: ["pears"] } })
      const name = refreshCookie(fixture().project.id)
      const url = fixture().screens
      await page.context().addCookies([{ name, value: String(refresh_token), url, sameSite: "Lax" }])
      expect(access_token).toBeTypeOf("string")

      const email = newEmail()
      await page.goto(`${url}/handler/sign-up`)
      await fillSignUpTab(page, email)
      expect(await violations(page)).toEqual([])
      await picture(page, "anonymous-sign-up")
      await signUpButton(page).click()
      await page.waitForURL((to) => !to.pathname.startsWith("/handler/sign-up"))
      await page.goto(settingsOf(fixture()))
      await waitForTitle(page, "My profile")
      const user = await asServer(fixture(), "GET", `/users/${id}`)
      expect(user).toMatchObject({
        id,
        primary_email: email,
        is_anonymous: false,
        server_metadata: { basket: ["pears"] }
      })
    }))

  it("is invited to sign up by the account settings, by keyboard, and returns to them", () =>
    fixture().visit(async ({ page }) => {
      const { refresh_token, user_id } = await ask(fixture(), "POST", "/auth/anonymous/sign-up", {})
      const name = refreshCookie(fixture().project.id)
      const url = fixture().screens
      await page.context().addCookies([{ name, value: String(refresh_token), url, sameSite: "Lax" }])
      await page.goto(settingsOf(fixture()))
      await page.getByRole("heading", { level: 1, name: "You have not signed up yet" }).waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "anonymous-account-settings")
      const { press, tabTo } = await keyboard(page)
      await tabTo('button "Sign in"')
      await press('button "Sign up"')
      await page.waitForURL(/\/handler\/sign-up\?after_auth_return_to=/)
      await fillSignUpTab(page, newEmail())
      await signUpButton(page).click()
      await waitForTitle(page, "My profile")
      const user = await asServer(fixture(), "GET", `/users/${user_id}`)
      expect(user).toMatchObject({ id: user_id, is_anonymous: false })
    }))
}
