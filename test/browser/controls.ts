/** Finds the buttons, fields and headings of a page by their names, and uses them. */
import type { FrameLocator, Locator, Page } from "playwright-core"

/** A page, or a part of it such as a dialog or a frame. */
type Container = Page | Locator | FrameLocator

export const button = (container: Container, name: string | RegExp) =>
  container.getByRole("button", { name, exact: true })
export const clickButton = (container: Container, name: string | RegExp) => button(container, name).click()

/** Finds a field by its label. */
export const field = (container: Container, label: string) => container.getByLabel(label, { exact: true })
export const fillField = (container: Container, label: string, text: string) => field(container, label).fill(text)

/** The email field: on a page with tabs several elements have the name Email. */
export const emailField = (page: Page) => page.getByRole("textbox", { name: "Email", exact: true })

/** Waits until the page has this heading of level 1. */
export const waitForTitle = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor()
