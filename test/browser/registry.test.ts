/**
 * Tests the components of the shadcn registry as an application has them: copied into its folder, compiled by Vite with
 * the classes of Tailwind 4, against a real service.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build, type Plugin } from "vite"
import { describe, expect, it } from "vitest"
import { sourceAliases } from "../../scripts/build/entries.mjs"
import { NOOR, openService, TESS, totp, nextMail } from "./auth-fixture.ts"
import { button, clickButton } from "./controls.ts"
import { built, openedForFile, PASSWORD, violations } from "./fixture.ts"
import { tailwind } from "./foreign-css/environments.ts"

const page = fileURLToPath(new URL("registry-page", import.meta.url))
const items = fileURLToPath(new URL("../../examples/shadcn/r", import.meta.url))

/** Writes the files of an item into an application, as `shadcn add` does. Returns their texts. */
const add = (item: string, application: string): ReadonlyArray<string> => {
  const { files } = JSON.parse(readFileSync(join(items, `${item}.json`), "utf8"))
  return files.map(({ content, path }: { readonly content: string; readonly path: string }) => {
    const file = join(application, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    return content
  })
}

/** Compiles the style sheet with the classes of the sources. Words that are no classes make no rules. */
const tailwindOf = (sources: ReadonlyArray<string>): Plugin => ({
  name: "tailwind",
  enforce: "pre",
  transform: (code, id) =>
    id.endsWith("/styles.css") ? tailwind(code, [...new Set(sources.join(" ").split(/[\s"'`{}]+/))]) : undefined
})

const buildRegistryPage = async () => {
  const copied = join(built, "registry-copied")
  const sources = ["sign-in-form", "user-button"].flatMap((item) => add(item, copied))
  const outDir = join(built, "registry")
  await build({
    configFile: false,
    logLevel: "warn",
    root: page,
    plugins: [tailwindOf(sources)],
    resolve: { alias: [...sourceAliases(), { find: /^@\//, replacement: `${copied}/` }], extensions: [".tsx", ".ts"] },
    oxc: { jsx: { runtime: "automatic" } },
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 2000 }
  })
  return outDir
}

const fixture = openedForFile(() => openService(buildRegistryPage))

describe("the components of the shadcn registry", () => {
  it("sign in with a password, styled and accessible", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().screens}/handler/sign-in`)
      await page.getByRole("heading", { name: "Sign in to Fernhill" }).waitFor()
      const submit = button(page, "Sign In")
      expect(await submit.evaluate((button) => getComputedStyle(button).height)).toBe("40px")
      expect(await page.getByRole("button", { name: "Sign in with Google" }).locator("path").count()).toBe(4)
      expect(await violations(page)).toEqual([])
      await submit.click()
      await page.getByRole("alert").first().waitFor()
      expect(await violations(page)).toEqual([])
      await page.getByLabel("Email").fill(NOOR)
      await page.getByLabel("Password").fill(PASSWORD)
      await page.keyboard.press("Enter")
      await page.getByText(`Signed in: ${NOOR}`).waitFor()
    }))

  it("sign in with a mailed code, and with a second factor", () =>
    fixture().visit(async ({ page }) => {
      const { screens, service } = fixture()
      await page.goto(`${screens}/handler/sign-in`)
      await page.getByRole("button", { name: "Email me a code instead" }).click()
      await page.getByLabel("Email").fill(TESS)
      await clickButton(page, "Email me a code")
      await page.getByRole("heading", { name: "Check your email" }).waitFor()
      expect(await violations(page)).toEqual([])
      const { otp } = await nextMail(service, TESS)
      await page.getByLabel("Code from the email").fill(otp)
      await page.getByRole("heading", { name: "Second factor" }).waitFor()
      await page.getByLabel("Code from your authenticator app").fill(await totp(service))
      await page.getByText(`Signed in: ${TESS}`).waitFor()
    }))

  it("show the user, with links, and sign out with the keyboard", () =>
    fixture().visit(async ({ page }) => {
      const { screens } = fixture()
      await page.goto(screens)
      await page.getByRole("link", { name: "Sign in" }).click()
      await page.getByLabel("Email").fill(NOOR)
      await page.getByLabel("Password").fill(PASSWORD)
      await page.keyboard.press("Enter")
      const userButton = page.getByRole("button", { name: NOOR })
      await userButton.focus()
      await page.keyboard.press("Enter")
      await page.getByRole("link", { name: "Account settings" }).waitFor()
      expect(await violations(page)).toEqual([])
      await page.keyboard.press("Escape")
      await page.getByRole("link", { name: "Account settings" }).waitFor({ state: "hidden" })
      await userButton.click()
      await page.getByRole("button", { name: "Sign out" }).click()
      await page.getByRole("link", { name: "Sign in" }).waitFor()
    }))
})
