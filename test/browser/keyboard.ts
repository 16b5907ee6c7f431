/** Uses a page without a pointer, and records where the focus is and what a screen reader announces. */
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { transcriptOf } from "./transcript.ts"

/** Starts recording a page, and returns the steps of a user without a pointer. */
export const keyboard = async (page: Page) => {
  const transcript = await transcriptOf(page)
  const { focused } = transcript

  /** Presses Tab until a control has the focus. */
  const tabTo = async (control: string) => {
    for (let press = 0; press < 60; press++) {
      if ((await focused()) === control) return
      await page.keyboard.press("Tab")
    }
    throw new Error(`No Tab stop: ${control}. The focus is on ${await focused()}.`)
  }
  /** Earlier announcements, e.g. the strength of a typed password, are no effect of the press. */
  const press = async (control: string) => {
    await tabTo(control)
    await transcript.clear()
    await page.keyboard.press("Enter")
  }
  const type = async (field: string, text: string) => {
    await tabTo(field)
    await page.keyboard.press("ControlOrMeta+A")
    await page.keyboard.type(text)
  }
  const choose = async (button: string, item: string) => {
    await press(button)
    for (let down = 0; down < 10 && (await focused()) !== `menuitem "${item}"`; down++) {
      await page.keyboard.press("ArrowDown")
    }
    await page.keyboard.press("Enter")
  }
  /** Expects the focus on an element and, since the last call, exactly these announcements. */
  const after = async (action: string, focus: string, announcement: string | null) => {
    await expect.poll(focused, { message: `focus after: ${action}`, timeout: 8000 }).toBe(focus)
    const expected = announcement === null ? [] : [announcement]
    await expect.poll(transcript.announced, { message: `announced after: ${action}` }).toEqual(expected)
    transcript.next(action)
    await transcript.clear()
  }
  /** Expects the focus on an element and, since the last call, these announcements among others. */
  const heard = async (action: string, focus: string | RegExp, ...texts: ReadonlyArray<RegExp>) => {
    await expect.poll(focused, { message: `focus after: ${action}` }).toMatch(focus)
    const all = async () => (await transcript.announced()).join(" | ")
    await all()
    for (const text of texts) await expect.poll(all, { message: `announced after: ${action}` }).toMatch(text)
    transcript.next(action)
    await transcript.clear()
  }
  return { ...transcript, heard, tabTo, press, type, choose, after }
}
