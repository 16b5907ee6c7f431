/**
 * WebKit, driven by WebDriver (https://www.w3.org/TR/webdriver2/): WebKitGTK's MiniBrowser in a virtual screen, where
 * they are installed (`apt-get install webkit2gtk-driver xvfb`).
 */
import { spawn, spawnSync } from "node:child_process"
import { globSync } from "node:fs"
import { vi } from "vitest"
import { freePort } from "../free-port.mjs"

const [miniBrowser] = globSync("/usr/{lib,libexec}/{,*/}webkit2gtk-*/MiniBrowser")

const isInstalled = (program: string) => spawnSync("which", [program]).status === 0

export const hasWebKit = miniBrowser !== undefined && isInstalled("WebKitWebDriver") && isInstalled("xvfb-run")

/** The Escape key (WebDriver, section 17.4.2). */
export const ESCAPE = "\uE00C"

/** The name of a reference to an element (WebDriver, section 12). */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf"

export interface WebKit {
  readonly goTo: (url: string) => Promise<void>
  /** Runs a function in the page. It has no variables but its parameter. */
  readonly run: <Input, A>(work: (input: Input) => A, input: Input) => Promise<A>
  /** Clicks the element of a selector once it is there. */
  readonly click: (selector: string) => Promise<void>
  /** Presses a key in the element with the focus. */
  readonly press: (key: string) => Promise<void>
  readonly close: () => Promise<void>
}

export const openWebKit = async (): Promise<WebKit> => {
  const port = await freePort()
  const driver = spawn("xvfb-run", ["-a", "WebKitWebDriver", `--port=${port}`], { stdio: "ignore", detached: true })
  // The process that xvfb-run starts is of the same group.
  const stop = () => void (driver.pid !== undefined && process.kill(-driver.pid))
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    const { value } = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${value.message}`)
    return value
  }
  try {
    await vi.waitFor(() => send("GET", "/status"), { timeout: 30_000 })
    const options = { binary: miniBrowser, args: ["--automation"] }
    const { sessionId } = await send("POST", "/session", {
      capabilities: { alwaysMatch: { timeouts: { implicit: 30_000 }, "webkitgtk:browserOptions": options } }
    })
    const session = `/session/${sessionId}`
    return {
      goTo: (url) => send("POST", `${session}/url`, { url }),
      run: (work, input) =>
        send("POST", `${session}/execute/sync`, { script: `return (${work})(...arguments)`, args: [input] }),
      click: async (selector) => {
        const found = await send("POST", `${session}/element`, { using: "css selector", value: selector })
        await send("POST", `${session}/element/${found[ELEMENT]}/click`, {})
      },
      press: (key) =>
        send("POST", `${session}/actions`, {
          actions: [
            {
              type: "key",
              id: "keyboard",
              actions: [
                { type: "keyDown", value: key },
                { type: "keyUp", value: key }
              ]
            }
          ]
        }),
      close: async () => {
        await send("DELETE", session).finally(stop)
      }
    }
  } catch (failure) {
    stop()
    throw failure
  }
}
