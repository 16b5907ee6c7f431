/** Environment of the account tests: a project with every feature, and steps that several tests share. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { refreshCookie } from "../../core/session/cookie-values.ts"
import { clickButton, fillField, waitForTitle } from "./controls.ts"
import { built, newEmail, openFixture, PASSWORD, type Fixture } from "./fixture.ts"
import { codeOf, mailedLink, newSession, timeOf } from "./service-calls.ts"

const seed = {
  projects: [
    {
      id: "22222222-2222-4222-8222-222222222222",
      displayName: "Fernhill",
      keys: { publishableClientKey: "pck_account", secretServerKey: "ssk_account", superSecretAdminKey: "sak_account" },
      config: {
        magicLinkEnabled: true,
        passkeyEnabled: true,
        clientTeamCreationEnabled: true,
        clientUserDeletionEnabled: true,
        allowUserApiKeys: true,
        allowTeamApiKeys: true,
        oauthProviders: ["google", "github"].map((id) => ({ type: "standard", id, endpoints: "embedded" }))
      }
    }
  ]
}

export const openAccountFixture = (): Promise<Fixture> => {
  mkdirSync(built, { recursive: true })
  const file = join(built, "account-seed.json")
  writeFileSync(file, JSON.stringify(seed))
  return openFixture(["--seed", file])
}

/** Returns the URL of a page of the settings. */
export const settingsOf = ({ screens }: Fixture, hash = "") => `${screens}/handler/account-settings${hash}`
export const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true })

/** Signs a new user up by a call, and gives their session to the browser of the page, which stays where it is. */
export const signUp = async (fixture: Fixture, page: Page, email = newEmail()) => {
  const { refresh_token } = await newSession(fixture, email)
  const name = refreshCookie(fixture.project.id)
  await page.context().addCookies([{ name, value: String(refresh_token), url: fixture.screens, sameSite: "Lax" }])
  return email
}

/** Verifies the user's own address by its mail. */
export const verify = async (fixture: Fixture, page: Page, email: string) => {
  await page.goto(await mailedLink(fixture, email, "email_verification"))
  await clickButton(page, "Verify email")
  await waitForTitle(page, "Your email address is verified")
}

/** Returns the code of the next sign-in mail to an address. */
export const codeMailed = async (fixture: Fixture, email: string) => {
  const link = await mailedLink(fixture, email, "magic_link")
  return (new URL(link).searchParams.get("code") ?? "").slice(0, 6).toUpperCase()
}

export const confirmWithPassword = async (page: Page, name: string) => {
  const dialog = page.getByRole("dialog")
  await fillField(dialog, "Your password", PASSWORD)
  await clickButton(dialog, name)
  await dialog.waitFor({ state: "detached" })
}

/**
 * Returns the code of an authenticator app. The secret is base32 (RFC 4648), as the account settings show it.
 *
 * @param service a development service, whose time decides if a test has moved it
 */
export const totp = (base32: string, service?: string): Promise<string> => {
  const bits = [...base32].map((char) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(char).toString(2).padStart(5, "0"))
  const bytes = (bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return codeOf(Buffer.from(bytes).toString("base64"), service === undefined ? undefined : () => timeOf(service))
}

/** Returns a photo-sized image, drawn in the page. */
export const photo = async (page: Page, width: number, height: number) => {
  const numbers = await page.evaluate(
    async ([width = 0, height = 0]) => {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext("2d")
      if (context === null) throw new Error("There is no canvas.")
      for (let step = 0; step < 400; step++) {
        context.fillStyle = `hsl(${step * 47} 80% ${20 + (step % 60)}%)`
        context.fillRect((step * 97) % width, (step * 53) % height, width / 7, height / 9)
      }
      return Array.from(new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer()))
    },
    [width, height]
  )
  return Buffer.from(numbers)
}
