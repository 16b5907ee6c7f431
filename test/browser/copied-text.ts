/**
 * The text that a control copies. Tests do not read the clipboard: all pages of a run share that of the one browser.
 */
import type { Locator } from "playwright-core"

/** Clicks a control and returns the text that its page has then written to the clipboard. */
export const copyBy = async (control: Locator): Promise<string> => {
  const page = control.page()
  const copy = await page.evaluateHandle(() => {
    const { clipboard } = navigator
    const write = clipboard.writeText.bind(clipboard)
    const text = new Promise<string>((resolve) => {
      clipboard.writeText = (written) => {
        clipboard.writeText = write
        const done = write(written)
        resolve(done.then(() => written))
        return done
      }
    })
    return { text }
  })
  await control.click()
  return copy.evaluate(({ text }) => text)
}
