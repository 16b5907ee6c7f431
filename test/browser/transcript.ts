/** Records what a screen reader would say: the focused element, and changes of live regions. */
import type { Page } from "playwright-core"

declare global {
  var announcements: Array<string> | undefined
}

/** Collects the texts that are added to live regions. Texts of regions that arrive with their content count, too. */
const record = () => {
  const texts: Array<string> = (globalThis.announcements = [])
  const live = "[role=status]:not([aria-busy=true]), [role=alert], [aria-live=polite], [aria-live=assertive]"
  const regionsOf = (node: Node) => {
    const element = node instanceof Element ? node : node.parentElement
    const around = element?.closest(live)
    return around == null ? Array.from(element?.querySelectorAll(live) ?? []) : [node]
  }
  new MutationObserver((changes) => {
    for (const { addedNodes, target, type } of changes) {
      for (const node of type === "characterData" ? [target] : addedNodes) {
        for (const { textContent } of regionsOf(node)) if (textContent?.trim()) texts.push(textContent.trim())
      }
    }
  }).observe(document, { childList: true, characterData: true, subtree: true })
}

/** The focused element as role and name, e.g. `button "Save"`. */
const describeFocus = async (page: Page): Promise<string> => {
  const focus = page.locator(":focus")
  if ((await focus.count()) === 0) return "body"
  const [line = ""] = (await focus.ariaSnapshot()).split("\n")
  // The value of a text field and the state of a button follow the name.
  return line
    .replace(/^- /, "")
    .replace(/ \[(?!level)[^\]]*\]/g, "")
    .replace(/:(?: .*)?$/, "")
}

/** The description of the focused element, which is read after its name; empty for none. */
const descriptionOfFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const ids = document.activeElement?.getAttribute("aria-describedby")?.split(" ") ?? []
    return ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ")
  })

/** Starts recording in a page and in those that it navigates to. */
export const transcriptOf = async (page: Page) => {
  await page.addInitScript(record)
  await page.evaluate(record)
  const lines: Array<string> = []
  let focus = ""
  let announced: ReadonlyArray<string> = []
  return {
    description: () => descriptionOfFocus(page),
    focused: async () => (focus = await describeFocus(page)),
    /** Returns what was announced since the last step. */
    announced: async () => (announced = await page.evaluate(() => globalThis.announcements ?? [])),
    /** Forgets what was announced so far. */
    clear: () => page.evaluate(() => void globalThis.announcements?.splice(0)),
    /** Ends a step of the transcript. */
    next: (action: string) =>
      void lines.push(`${action}: focus on ${focus}; ${announced.join(" | ") || "nothing"} announced`),
    /** Adds what a screen reader finds on the page: its title and its accessibility tree. */
    look: async (action: string) => {
      const tree = await page.locator("body").ariaSnapshot()
      const description = await descriptionOfFocus(page)
      const focused = `${await describeFocus(page)}${description === "" ? "" : `, described by "${description}"`}`
      lines.push(
        `${action}: "${await page.title()}", focus on ${focused}`,
        ...tree.split("\n").map((line) => `  ${line}`)
      )
    },
    /** Prints all steps with `KEYSTILE_TRANSCRIPT=1`. */
    print: (name: string) => {
      if (process.env["KEYSTILE_TRANSCRIPT"] === undefined) return
      process.stdout.write(`${[`${name}:`, ...lines].join("\n  ")}\n`)
    }
  }
}
