// @ts-check
// Measures the console's pages of users and teams in Chromium: from the click or the input until the frame that shows
// the result.

import { chromium } from "playwright-core"
import { chromiumArguments, chromiumCommand, findChromium } from "../../scripts/setup/chromium.mjs"
import { project } from "../service/filled.mjs"
import { PER_ACCOUNT, PER_PASSKEY, PER_TEAM } from "../service/varied.mjs"
import { percentiles, visitor } from "./runs.mjs"

/**
 * What a person does on a page. `start` is a page of the project with its query; the action names the link or button to
 * click, or the field with its new text or option; `shows` is an element that only the result has, with its whole text.
 *
 * @typedef {{ link?: string, button?: string, field?: string, text?: string, option?: string }} Action
 * @typedef {{ start: string, action: Action, shows: { selector: string, text: string } }} Step
 */

/** @param {string} text */
const inRow = (text) => ({ selector: "tbody tr *", text })
/** @param {string} text */
const inFirstRow = (text) => ({ selector: "tbody tr:first-child *", text })
/** @param {string} text */
const inSecondRow = (text) => ({ selector: "tbody tr:nth-child(2) *", text })

/**
 * Returns the steps that are measured.
 *
 * @param {number} users
 * @returns {Record<string, (run: number) => Step>}
 */
const stepsOf = (users) => {
  const one = visitor(users)
  const emailOf = (/** @type {number} */ number) => `person${number}@example.com`
  const nameOf = (/** @type {number} */ run) => one(run).email.replace(/^person(\d+)@.*$/, "Person $1")
  const search = (/** @type {string} */ text, /** @type {Step["shows"]} */ shows, start = "users") => ({
    start,
    action: { field: "Search users", text },
    shows
  })
  const choose = (/** @type {string} */ field, /** @type {string} */ option, /** @type {Step["shows"]} */ shows) => ({
    start: "users",
    action: { field, option },
    shows
  })
  const newest = inFirstRow(emailOf(users))
  /** The newest user whose number begins with these digits. @param {number} digits */
  const newestWith = (digits) => {
    let newest = digits
    for (let power = 10; digits * power <= users; power *= 10) newest = Math.min((digits + 1) * power - 1, users)
    return newest
  }
  return {
    "list of users, from another page": () => ({ start: "home", action: { link: "Users" }, shows: newest }),
    "users, oldest first": () => choose("Order", "Oldest first", inFirstRow(emailOf(1))),
    "next page of users": () => ({
      start: "users",
      action: { button: "Next page" },
      shows: inFirstRow(emailOf(users - 50))
    }),
    "search by id": (run) => search(one(run).userId, inRow(one(run).email)),
    "search by address": (run) => search(one(run).email, inRow(one(run).email)),
    "search that finds a hundred users": (run) =>
      search(`son ${1001 + run}`, inFirstRow(emailOf(newestWith(1001 + run)))),
    "search that finds all users": (run) => search("example.com", newest, `users?query=nothing${run}`),
    "search that finds no user": (run) =>
      search(`nothing${run}`, { selector: ".ks-empty p", text: `No user matches “nothing${run}”` }),
    "filter by a method of every tenth user": () =>
      choose("Sign-in method", "Connected account", inSecondRow(emailOf(users - PER_ACCOUNT))),
    "filter by a method of few users": () =>
      choose("Sign-in method", "Passkey", inFirstRow(emailOf(users - PER_PASSKEY + 7))),
    "page of a user": (run) => ({
      start: `users?query=${encodeURIComponent(one(run).email)}`,
      action: { link: nameOf(run) },
      shows: { selector: "h1", text: nameOf(run) }
    }),
    "list of teams, from another page": () => ({
      start: "home",
      action: { link: "Teams" },
      shows: inRow(`Guild ${users / PER_TEAM}`)
    })
  }
}

/**
 * Does a step with its link, button or field, and resolves with the milliseconds until the frame that shows the result.
 * Runs in the page.
 *
 * @param {Element} control
 * @param {Omit<Step, "start">} step
 * @returns {Promise<number>}
 */
const perform = (control, { action, shows }) => {
  const isShown = () =>
    [...document.querySelectorAll(shows.selector)].some(({ textContent }) => textContent === shows.text)
  if (isShown()) throw new Error(`"${shows.text}" is shown before the action.`)
  const enter = (/** @type {string} */ value, /** @type {string} */ event) => {
    // React overrides the setter of the element to ignore values that a program sets.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, value)
    control.dispatchEvent(new Event(event, { bubbles: true }))
  }
  const start = performance.now()
  const shown = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!isShown()) return
      observer.disconnect()
      // A message that is sent in an animation frame arrives after its painting.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener("message", () => resolve(performance.now() - start))
        port1.start()
        port2.postMessage(null)
      })
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
  })
  if (control instanceof HTMLSelectElement) {
    enter([...control.options].find(({ text }) => text === action.option)?.value ?? "", "change")
  } else if (control instanceof HTMLInputElement) enter(action.text ?? "", "input")
  else if (control instanceof HTMLElement) control.click()
  return shown
}

/** Returns the control of an action. @param {import("playwright-core").Page} page @param {Action} action */
const control = (page, { button = "", field, link }) => {
  if (field !== undefined) return page.getByLabel(field, { exact: true })
  if (link !== undefined) return page.getByRole("link", { name: link, exact: true })
  return page.getByRole("button", { name: button, exact: true })
}

/**
 * Measures each step so many times at a running service. Each time the page is loaded anew, so that it has no data of
 * an earlier time.
 *
 * @param {{ url: string, users: number, runs: number }} options
 */
export const measurePages = async ({ runs, url, users }) => {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(`Chromium is missing. Install it by:\n  ${chromiumCommand()}`)
  const browser = await chromium.launch({ executablePath, args: chromiumArguments })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    const rows = []
    for (const [name, stepOf] of Object.entries(stepsOf(users))) {
      /** @type {Array<number>} */
      const times = []
      for (let run = 0; run < runs; run++) {
        const { start, ...step } = stepOf(run)
        await page.goto("about:blank")
        await page.goto(`${url}/#/projects/${project.id}/${start}`)
        await page.locator("h1").first().waitFor()
        await page.waitForLoadState("networkidle")
        times.push(await control(page, step.action).evaluate(perform, step))
      }
      const row = { name, ...percentiles(times) }
      process.stderr.write(`${name}: ${row.p95.toFixed(1)} ms\n`)
      rows.push(row)
    }
    return rows
  } finally {
    await browser.close()
  }
}
