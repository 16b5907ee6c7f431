/** Runs the user's steps that lead to a state. */
import type { Act } from "../states/state.ts"

/** The timeout for an element to appear, in milliseconds. */
const TIMEOUT_MILLIS = 8000

/** Waits for a visible element. */
export const found = async (selector: string, timeoutMillis = TIMEOUT_MILLIS): Promise<HTMLElement> => {
  const start = performance.now()
  for (;;) {
    const element = Array.from(document.querySelectorAll<HTMLElement>(selector)).find((one) => one.checkVisibility())
    if (element !== undefined) return element
    if (performance.now() - start > timeoutMillis) throw new Error(`There is no ${selector}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Sets the value by the native setter and fires `input`, which React handles like typing. */
const fill = (element: HTMLElement, text: string) => {
  if (!(element instanceof HTMLInputElement)) throw new Error("That is no field.")
  element.focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(element, text)
  element.dispatchEvent(new InputEvent("input", { bubbles: true }))
}

/** Waits until the page has not changed for a while, so that modules loaded on demand are rendered. */
const quiet = () =>
  new Promise<void>((resolve) => {
    const done = () => {
      observer.disconnect()
      resolve()
    }
    let timer = setTimeout(done, 100)
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(done, 100)
    })
    observer.observe(document.body, { attributes: true, childList: true, subtree: true })
  })

/** Waits until no element is busy and the page has not changed for a while. */
const waitUntilSettled = async () => {
  const start = performance.now()
  while (document.querySelector("[aria-busy=true]") !== null) {
    if (performance.now() - start > TIMEOUT_MILLIS) throw new Error("Something does not end.")
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await quiet()
}

/** Moves the page's clock, so that countdowns end without a wait. */
const passTime = (seconds: number) => {
  const { now } = Date
  Date.now = () => now() + seconds * 1000
}

const perform = async (act: Act) => {
  if ("waitSeconds" in act) {
    await waitUntilSettled()
    return passTime(act.waitSeconds)
  }
  await found("press" in act ? act.press : act.fill)
  await quiet()
  if ("press" in act) (await found(act.press)).click()
  else fill(await found(act.fill), act.with)
}

/**
 * Runs the steps and waits for the state. Presses a button again if it did not react while the page was loading. Waits
 * for all responses, except in a state of waiting.
 */
export const reach = async (acts: ReadonlyArray<Act>, shows: string, isWaiting: boolean) => {
  for (const act of acts) await perform(act)
  const last = acts.at(-1)
  try {
    await found(shows, TIMEOUT_MILLIS / 3)
  } catch {
    if (last !== undefined && !("waitSeconds" in last)) await perform(last)
    await found(shows)
  }
  if (isWaiting) return
  await waitUntilSettled()
  await found(shows)
}
