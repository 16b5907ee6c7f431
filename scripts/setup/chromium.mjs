// @ts-check
// Finds Chromium for the set-up, the browser tests and the demo's check, and lists the switches that they start it
// with.

import { accessSync, constants, statSync } from "node:fs"
import { createRequire } from "node:module"
import { homedir } from "node:os"
import { delimiter, join } from "node:path"

/** Names a browser. If it names no file, Chromium counts as missing and nothing is installed. */
const variable = "KEYSTILE_CHROMIUM"

/** True if the environment names a browser. The set-up then installs none. */
export const isChromiumNamed = () => Boolean(process.env[variable])

/**
 * Returns the path of a Chromium or Chrome: that of `KEYSTILE_CHROMIUM`, else one on the `PATH`, else one where the
 * system or `playwright-core install` puts it.
 *
 * @returns {string | undefined}
 */
export const findChromium = () => {
  const named = process.env[variable]
  return named ? [named].find(isProgram) : (candidates().find(isProgram) ?? [playwrightChromium()].find(isProgram))
}

/** Returns true if this process can install system packages. */
export const isRoot = () => process.getuid?.() === 0

/** @param {string} name */
export const isOnPath = (name) => pathFolders().some((folder) => isProgram(join(folder, name)))

/** Returns the command that installs Chromium on this system. */
export const chromiumCommand = () => {
  if (isChromiumNamed()) return `unset ${variable}   (${process.env[variable]} is no program)`
  if (process.platform === "linux" && isOnPath("apt-get")) {
    const sudo = isRoot() ? "" : "sudo "
    return `${sudo}apt-get update && ${sudo}apt-get install -y chromium`
  }
  return process.platform === "darwin" && isOnPath("brew")
    ? "brew install --cask chromium"
    : "npx playwright-core install chromium"
}

/**
 * The features that are turned off. Chromium loads pages for the list below the address bar of each window, half a
 * second of a processor each time. The switch replaces Playwright's own, so it repeats what matters of that on Linux.
 */
const disabledFeatures = `WebUIOmniboxPopup WebUIOmniboxFullPopup WebUIOmniboxAimPopup AimEnabled
  AvoidCorsURLLoaderRestartOnRedirect AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose
  HttpsFirstBalancedModeAutoEnable HttpsUpgrades LensOverlay MediaRouter NetworkTimeServiceQuerying OptimizationHints
  PaintHolding PreconnectToSearch ThirdPartyStoragePartitioning`

/**
 * Switches for `chromium.launch({ executablePath, args })`. The sandbox does not work as root, as build machines run.
 */
export const chromiumArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${disabledFeatures.split(/\s+/).join(",")}`
]

/** The headless shell is first: the same engine without a window takes three quarters of the processor time. */
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome"
]

function candidates() {
  const folders = [...pathFolders(), "/usr/bin", "/usr/local/bin", "/snap/bin"]
  const windows = ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].map((name) => process.env[name] ?? "")
  return [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...["/", homedir()].flatMap((home) => [
      join(home, "Applications/Chromium.app/Contents/MacOS/Chromium"),
      join(home, "Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
    ]),
    ...windows.map((folder) => join(folder, "Google/Chrome/Application/chrome.exe"))
  ]
}

/**
 * Returns where `npx playwright-core install chromium` puts it, or an empty text for a system that Playwright has none
 * for. The set-up loads this file before the packages exist.
 */
function playwrightChromium() {
  try {
    return createRequire(import.meta.url)("playwright-core").chromium.executablePath()
  } catch {
    return ""
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
