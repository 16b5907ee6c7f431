// @ts-check
// Installs what the checkout needs and is missing: the packages, the Node that runs everything here, and Chromium.
// Uses nothing but Node 20, says what it does, and says nothing when there is nothing to do.

import { spawn, spawnSync } from "node:child_process"
import { existsSync, readFileSync, realpathSync, symlinkSync } from "node:fs"
import { delimiter, join, resolve, sep } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { chromiumCommand, findChromium, isOnPath, isRoot, mayInstallChromium } from "./chromium.mjs"

const help = `Installs what this checkout needs and is missing; does nothing when all is there.

  node scripts/setup/setup.mjs                      packages (npm ci), Node, Chromium
  node scripts/setup/setup.mjs --then FILE [ARG]    then runs FILE with that Node

Environment
  KEYSTILE_CHROMIUM    path of a Chromium or Chrome to use; none is looked for or installed then
`

const root = fileURLToPath(new URL("../..", import.meta.url))
const modules = join(root, "node_modules")

/** A failure that its message explains in full. */
export class SetUpFailed extends Error {}

/**
 * Brings the checkout up to date with package-lock.json. A missing Chromium is told, but is no failure: only the
 * browser tests need it.
 *
 * @returns {Promise<string>} the Node that has to run everything else
 */
export const setUp = async () => {
  if (versionOf(process.version)[0] < 20) {
    throw new SetUpFailed(
      `Keystile's checkout needs Node 20 or newer to set itself up, this is Node ${process.versions.node}.`
    )
  }
  if (!packagesAreCurrent()) await installPackages()
  const node = await ensureNode()
  if (findChromium() === undefined) await installChromium()
  return node
}

/**
 * Runs a script of this checkout with the given Node: in this process when it is that Node already, else in a child
 * whose exit code becomes ours.
 *
 * @param {string} node
 * @param {string} file
 * @param {ReadonlyArray<string>} args
 */
export const runWith = async (node, file, args) => {
  const script = resolve(file)
  if (isThisProcess(node)) {
    process.argv.splice(1, process.argv.length, script, ...args)
    await import(pathToFileURL(script).href)
    return
  }
  const path = [join(modules, ".bin"), process.env["PATH"] ?? ""].join(delimiter)
  const child = spawn(node, [script, ...args], { stdio: "inherit", env: { ...process.env, PATH: path } })
  // A terminal sends Ctrl-C to the child as well; every other signal reaches only this process.
  process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"))
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGHUP"])) process.on(signal, () => child.kill(signal))
  await new Promise((done) => {
    child.on("close", (code, signal) => {
      process.exitCode = code ?? (signal === "SIGINT" ? 130 : signal === "SIGTERM" ? 143 : 1)
      done(undefined)
    })
  })
}

/**
 * Whether that Node is the one running now.
 *
 * @param {string} node
 */
const isThisProcess = (node) => realpathSync(node) === realpathSync(process.execPath)

/** npm keeps a lock file of what it installed; an install that was interrupted leaves none. */
function packagesAreCurrent() {
  const wanted = readLock(join(root, "package-lock.json"))
  const installed = readLock(join(modules, ".package-lock.json"))
  if (wanted === undefined)
    throw new SetUpFailed("package-lock.json is missing or broken. Restore it: git checkout package-lock.json")
  if (installed === undefined) return false
  return Object.entries(wanted).every(([path, entry]) => {
    const here = installed[path]
    if (path === "") return true
    if (here === undefined) return entry.optional === true || entry.devOptional === true || entry.peer === true
    return here.version === entry.version && here.integrity === entry.integrity
  })
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} Locked
 *
 * @param {string} path
 * @returns {Record<string, Locked> | undefined}
 */
function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages
  } catch {
    return undefined
  }
}

async function installPackages() {
  const strangers = unlocked()
  if (strangers.length > 0) {
    throw new SetUpFailed(
      `package.json and package-lock.json disagree about ${strangers.join(", ")}. Bring them together: npm install`
    )
  }
  await step(existsSync(modules) ? "Bringing packages up to date (npm ci)" : "Installing packages (npm ci)", () =>
    npm(["ci"], "The packages could not be installed. When the cause above is mended, run the command again.")
  )
}

/** The packages that package.json names and package-lock.json does not know; `npm ci` would refuse them at length. */
function unlocked() {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const locked = /** @type {Record<string, Record<string, string>>} */ (
    readLock(join(root, "package-lock.json"))?.[""] ?? {}
  )
  return ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"].flatMap((kind) => {
    const wanted = manifest[kind] ?? {}
    const known = locked[kind] ?? {}
    return Object.keys({ ...wanted, ...known }).filter((name) => wanted[name] !== known[name])
  })
}

/**
 * @param {ReadonlyArray<string>} args
 * @param {string} failure
 */
async function npm(args, failure) {
  // Without this checkout's own programs on the PATH: npm must not run on the Node that it is about to replace.
  const path = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => !resolve(folder).startsWith(modules + sep))
  // Warnings that other Nodes are asked for are expected here: the Node that will run is one of the packages.
  const always = ["--include=dev", "--loglevel=error", "--no-fund", "--no-audit"]
  const { ok, output } = await run(["npm", ...args, ...always], { PATH: path.join(delimiter) })
  if (!ok) throw new SetUpFailed(`${output.trimEnd()}\n\n${failure}`.trim())
}

/**
 * The Node among the packages, mended when its install script was not allowed to run (`--ignore-scripts`, or a policy
 * about install scripts). Where there is no such Node for the platform, a new enough one of the system does.
 */
async function ensureNode() {
  const wanted = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies.node
  const node = join(modules, "node", "bin", process.platform === "win32" ? "node.exe" : "node")
  if (reports(node, wanted)) return linked(node)

  let reason = ""
  try {
    await step(`Installing Node ${wanted} for this checkout`, () =>
      npm(["rebuild", "node", "--ignore-scripts=false"], "")
    )
  } catch (failure) {
    reason = failure instanceof Error ? `${failure.message}\n` : ""
  }
  if (reports(node, wanted)) return linked(node)

  const [major, minor] = versionOf(process.version)
  if (major > 22 || (major === 22 && minor >= 19)) {
    say(`Node ${wanted} could not be installed for this platform; going on with Node ${process.versions.node}.`)
    return process.execPath
  }
  throw new SetUpFailed(
    `${reason}Node ${wanted} could not be installed into node_modules. Run: npm rebuild node --ignore-scripts=false\n` +
      "or put Node 22.19 or newer on the PATH."
  )
}

/**
 * @param {string} node
 * @param {string} version
 */
function reports(node, version) {
  if (!existsSync(node)) return false
  if (isThisProcess(node)) return process.versions.node === version
  const run = spawnSync(node, ["--version"], { encoding: "utf8" })
  return run.status === 0 && run.stdout.trim() === `v${version}`
}

/**
 * `npm run` finds this Node by its link.
 *
 * @param {string} node
 */
function linked(node) {
  const link = join(modules, ".bin", "node")
  if (process.platform !== "win32" && !existsSync(link)) symlinkSync("../node/bin/node", link)
  return node
}

/** @param {string} version */
function versionOf(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number)
  return /** @type {const} */ ([major, minor])
}

async function installChromium() {
  const sudo = isRoot() ? [] : ["sudo", "-n"]
  const can = mayInstallChromium() && isOnPath("apt-get") && (await mayInstallSystemPackages())
  if (can) {
    try {
      await step("Installing Chromium (apt-get install chromium)", () => aptInstall(sudo, "chromium"))
    } catch (failure) {
      if (!(failure instanceof SetUpFailed)) throw failure
      say(failure.message)
    }
  }
  if (findChromium() === undefined) {
    say(
      `Chromium is missing; only the browser tests and the demo's --check need it. Install it by:\n  ${chromiumCommand()}`
    )
  }
}

/**
 * @param {ReadonlyArray<string>} sudo
 * @param {string} name
 */
async function aptInstall(sudo, name) {
  // A machine without a network should not wait long for it.
  const options = [
    "Acquire::Retries=1",
    "Acquire::http::Timeout=20",
    "Acquire::https::Timeout=20",
    "DPkg::Lock::Timeout=120"
  ]
  const apt = [...sudo, "apt-get", ...options.flatMap((option) => ["-o", option])]
  const quiet = { DEBIAN_FRONTEND: "noninteractive" }
  await run([...apt, "update"], quiet)
  const { ok, output } = await run([...apt, "install", "-y", name], quiet)
  if (!ok || findChromium() === undefined) throw new SetUpFailed(output.trimEnd().split("\n").slice(-3).join("\n"))
}

async function mayInstallSystemPackages() {
  return isRoot() || (isOnPath("sudo") && (await run(["sudo", "-n", "true"], {})).ok)
}

/**
 * Runs a program to its end. Interrupted, it goes down with us, and we wait for that: npm first takes back what it has
 * done by halves, and the next run would get in its way.
 *
 * @param {ReadonlyArray<string>} command
 * @param {Record<string, string>} env
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
function run([program = "", ...args], env) {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    shell: process.platform === "win32",
    stdio: ["ignore", "pipe", "pipe"]
  })
  let interrupted = 0
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    interrupted = signal === "SIGINT" ? 130 : 143
    child.kill(signal)
  }
  process.on("SIGINT", stop).on("SIGTERM", stop)
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8")
    stream.on("data", (text) => (output += text))
  }
  return new Promise((done) => {
    const end = (/** @type {boolean} */ ok) => {
      if (interrupted > 0) process.exit(interrupted)
      process.off("SIGINT", stop).off("SIGTERM", stop)
      done({ ok, output })
    }
    child.on("error", (error) => {
      output += `${program} could not be started: ${error.message}\n`
      end(false)
    })
    child.on("close", (code) => end(code === 0))
  })
}

/**
 * @param {string} title
 * @param {() => Promise<void>} work
 */
async function step(title, work) {
  const start = Date.now()
  process.stderr.write(`${title} … `)
  try {
    await work()
    process.stderr.write(`${((Date.now() - start) / 1000).toFixed(1)} s\n`)
  } catch (failure) {
    process.stderr.write("failed\n")
    throw failure
  }
}

/** @param {string} text */
function say(text) {
  process.stderr.write(`${text}\n`)
}

const main = async () => {
  const [option, file, ...args] = process.argv.slice(2)
  if (option === "--help" || option === "-h") {
    process.stdout.write(help)
    return
  }
  if (option !== undefined && (option !== "--then" || file === undefined)) {
    process.stderr.write(help)
    process.exitCode = 1
    return
  }
  try {
    const node = await setUp()
    if (file !== undefined) await runWith(node, file, args)
  } catch (failure) {
    if (!(failure instanceof SetUpFailed)) throw failure
    say(failure.message)
    process.exitCode = 1
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main()
