// @ts-check
// Where Chromium is, with which switches it is started, and the one command that installs it. The set-up, the browser
// tests and the demo's check all ask here.

import { accessSync, constants, readdirSync, statSync } from "node:fs"
import { homedir } from "node:os"
import { delimiter, join } from "node:path"

/** Names a browser by hand. When it names no file, Chromium counts as missing and nothing is installed. */
const chromiumVariable = "KEYSTILE_CHROMIUM"

/**
 * The path of a Chromium or Chrome: the one in `KEYSTILE_CHROMIUM`, else one on the `PATH`, else one where the system
 * or Playwright puts it.
 *
 * @returns {string | undefined}
 */
export const findChromium = () => {
  const named = process.env[chromiumVariable]
  if (named !== undefined && named !== "") return isProgram(named) ? named : undefined
  return candidates().find(isProgram)
}

/** Whether set-up may look for a browser and install one, that is, unless one is named by hand. */
export const mayInstallChromium = () => !process.env[chromiumVariable]

/**
 * With each window Chromium loads pages for the list below its address bar, half a second of a processor each time. The
 * switch stands in the place of Playwright's own, so what that turns off is repeated as far as it matters on Linux.
 */
const unwanted = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxAimPopup",
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning"
]

/**
 * Switches for `chromium.launch({ executablePath, args })`. Without a sandbox because it cannot be had as root, which
 * is what most build machines run as; the pages it opens are our own.
 */
export const chromiumArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${unwanted.join(",")}`
]

/** The one command that installs Chromium on this system. */
export const chromiumCommand = () => {
  if (!mayInstallChromium())
    return `unset ${chromiumVariable}   (it names ${process.env[chromiumVariable]}, which is no program)`
  if (process.platform === "linux" && isOnPath("apt-get")) {
    return isRoot()
      ? "apt-get update && apt-get install -y chromium"
      : "sudo apt-get update && sudo apt-get install -y chromium"
  }
  if (process.platform === "darwin" && isOnPath("brew")) return "brew install --cask chromium"
  return "npx playwright-core install chromium"
}

/** Whether this process may install system packages as it is. */
export const isRoot = () => process.getuid?.() === 0

/** @param {string} name */
export const isOnPath = (name) => pathFolders().some((folder) => isProgram(join(folder, name)))

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]

function candidates() {
  const places = pathFolders().concat("/usr/bin", "/usr/local/bin", "/snap/bin")
  const found = names.flatMap((name) => places.map((folder) => join(folder, name)))
  if (process.platform === "darwin") {
    for (const applications of ["/Applications", join(homedir(), "Applications")]) {
      found.push(
        join(applications, "Chromium.app/Contents/MacOS/Chromium"),
        join(applications, "Google Chrome.app/Contents/MacOS/Google Chrome")
      )
    }
  }
  if (process.platform === "win32") {
    for (const programs of [
      process.env["ProgramFiles"],
      process.env["ProgramFiles(x86)"],
      process.env["LOCALAPPDATA"]
    ]) {
      if (programs) found.push(join(programs, "Google/Chrome/Application/chrome.exe"))
    }
  }
  return found.concat(playwrightBrowsers())
}

/** What `npx playwright-core install chromium` left behind, the newest first. */
function playwrightBrowsers() {
  const folder =
    process.env["PLAYWRIGHT_BROWSERS_PATH"] ||
    join(
      homedir(),
      { darwin: "Library/Caches", win32: "AppData/Local" }[/** @type {string} */ (process.platform)] ?? ".cache",
      "ms-playwright"
    )
  const programs = [
    "chrome-linux64/chrome",
    "chrome-linux/chrome",
    "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
    "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    "chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    "chrome-win64/chrome.exe",
    "chrome-win/chrome.exe"
  ]
  try {
    return readdirSync(folder)
      .filter((name) => /^chromium-\d+$/.test(name))
      .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
      .flatMap((name) => programs.map((program) => join(folder, name, program)))
  } catch {
    return []
  }
}

function pathFolders() {
  return (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "")
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
