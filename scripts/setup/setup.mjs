// @ts-check
// Installs what the checkout needs and does not have: the packages, the Node release that runs everything, and
// Chromium. It needs only Node 20, and prints nothing when nothing is missing. In an npm script the next command runs
// on that Node, after `hash -r`: the shell may have kept the path of the one that runs this.
//
//   node scripts/setup/setup.mjs

import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, symlinkSync } from "node:fs"
import { delimiter, join, resolve, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { chromiumCommand, findChromium, isChromiumNamed, isOnPath, isRoot } from "./chromium.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const modules = join(root, "node_modules")

/** A failure that its message explains. */
class SetUpFailed extends Error {}

try {
  setUp()
} catch (failure) {
  if (!(failure instanceof SetUpFailed)) throw failure
  say(failure.message)
  process.exitCode = 1
}

/** A missing Chromium is no failure: only browser tests need it. */
function setUp() {
  if (Number.parseInt(process.versions.node) < 20)
    throw new SetUpFailed(`The set-up needs Node 20 or newer. This is Node ${process.versions.node}.`)
  if (!packagesAreCurrent()) {
    say(`${existsSync(modules) ? "Updating" : "Installing"} packages (npm ci) …`)
    const { ok, output } = npm(["ci"])
    if (!ok)
      throw new SetUpFailed(
        `${output}\n\nThe packages were not installed. Remove the cause above, then run the command again.`
      )
  }
  linkNode()
  if (findChromium() === undefined) installChromium()
}

/** Compares package-lock.json with npm's record of what it installed. An interrupted installation has none. */
function packagesAreCurrent() {
  const wanted = readLock(join(root, "package-lock.json"))
  const installed = readLock(join(modules, ".package-lock.json"))
  if (wanted === undefined)
    throw new SetUpFailed("package-lock.json is missing or broken. Restore it: git checkout package-lock.json")
  return (
    installed !== undefined &&
    Object.entries(wanted).every(([path, { devOptional, integrity, optional, peer, version }]) => {
      const found = installed[path]
      if (path === "" || found === undefined) return path === "" || Boolean(optional || devOptional || peer)
      return found.version === version && found.integrity === integrity
    })
  )
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, peer?:
 * boolean }> | undefined}
 */
function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages
  } catch {
    return undefined
  }
}

/**
 * Runs npm without this checkout's programs on the PATH: npm must not run on the Node that it replaces.
 *
 * @param {ReadonlyArray<string>} command
 */
function npm(command) {
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  const path = folders.filter((folder) => !resolve(folder).startsWith(modules + sep)).join(delimiter)
  return run(["npm", ...command, "--include=dev", "--loglevel=error", "--no-fund", "--no-audit"], { PATH: path })
}

/**
 * Links to the Node in node_modules, by which npm scripts find it. Its install script runs again if it was not allowed
 * to before. Where there is no such Node for the platform, a recent one of the system is used.
 */
function linkNode() {
  const wanted = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies.node
  const node = join(modules, "node", "bin", process.platform === "win32" ? "node.exe" : "node")
  const isWanted = () =>
    existsSync(node) && spawnSync(node, ["--version"], { encoding: "utf8" }).stdout?.trim() === `v${wanted}`
  if (!isWanted()) {
    say(`Installing Node ${wanted} for this checkout …`)
    npm(["rebuild", "node", "--ignore-scripts=false"])
  }
  if (isWanted()) {
    const link = join(modules, ".bin", "node")
    if (process.platform !== "win32" && !existsSync(link)) symlinkSync("../node/bin/node", link)
    return
  }
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  if (major < 22 || (major === 22 && minor < 19))
    throw new SetUpFailed(
      `Node ${wanted} was not installed into node_modules. Run: npm rebuild node --ignore-scripts=false\n` +
        "or put Node 22.19 or newer on the PATH."
    )
  say(`There is no Node ${wanted} for this platform. Node ${process.versions.node} is used instead.`)
}

function installChromium() {
  const sudo = isRoot() ? [] : ["sudo", "-n"]
  const isAllowed = isRoot() || (isOnPath("sudo") && run(["sudo", "-n", "true"]).ok)
  if (!isChromiumNamed() && isOnPath("apt-get") && isAllowed) {
    say("Installing Chromium (apt-get install chromium-headless-shell) …")
    // Short limits, for machines without a network.
    const limits = [
      "Acquire::Retries=1",
      "Acquire::http::Timeout=20",
      "Acquire::https::Timeout=20",
      "DPkg::Lock::Timeout=120"
    ]
    const apt = [...sudo, "apt-get", ...limits.flatMap((limit) => ["-o", limit])]
    run([...apt, "update"])
    const install = (/** @type {string} */ name) =>
      run([...apt, "install", "-y", name], { DEBIAN_FRONTEND: "noninteractive" })
    // Some systems have only the whole browser.
    if (!install("chromium-headless-shell").ok) {
      const { ok, output } = install("chromium")
      if (!ok) say(output.split("\n").slice(-3).join("\n"))
    }
  }
  if (findChromium() === undefined)
    say(`Chromium is missing. The browser tests and the demo's --check need it. Install it by:\n  ${chromiumCommand()}`)
}

/**
 * @param {ReadonlyArray<string>} command
 * @param {Record<string, string>} [env]
 */
function run([program = "", ...rest], env = {}) {
  const { error, status, stderr, stdout } = spawnSync(program, rest, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 26,
    shell: process.platform === "win32",
    stdio: ["ignore", "pipe", "pipe"]
  })
  return { ok: status === 0, output: `${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}`.trim() }
}

/** @param {string} text */
function say(text) {
  process.stderr.write(`${text}\n`)
}
