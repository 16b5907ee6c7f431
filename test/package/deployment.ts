/** Builds the image of `examples/deployment` with the packed package, and runs it as Docker would. */
import assert from "node:assert/strict"
import { execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { cpSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { freePort } from "../free-port.mjs"
import { buildImage, environmentOf, type Image } from "./dockerfile.ts"
import type { Packed } from "./pack.mjs"

const example = fileURLToPath(new URL("../../examples/deployment", import.meta.url))

/** The files of the image outside of its volumes, with the times when they were written. */
const filesOf = ({ root, volumes }: Image) =>
  globSync("**", { cwd: root })
    .filter((file) => !volumes.some((volume) => `/${file}`.startsWith(volume)))
    .map((file) => `${file} ${statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs}`)

const run = (image: Image, command: ReadonlyArray<string>, environment: Record<string, string>) => {
  const [program = "", ...args] = command
  return spawn(program, args, {
    cwd: image.folder,
    env: { ...environmentOf(image), ...environment },
    stdio: ["ignore", "pipe", "inherit"]
  })
}

export const checkDockerfile = async ({ tarball }: Packed, work: string): Promise<void> => {
  // As deep as the folder of a stage, so that the lock file's path to the package holds there, too.
  const context = join(work, "context", "app")
  mkdirSync(context, { recursive: true })
  cpSync(join(example, "package.json"), join(context, "package.json"))
  // The package is not in the registry yet.
  const manifest = JSON.parse(readFileSync(join(context, "package.json"), "utf8"))
  manifest.dependencies.keystile = `file:${tarball}`
  writeFileSync(join(context, "package.json"), JSON.stringify(manifest))
  execFileSync("npm", ["install", "--package-lock-only"], { cwd: context, stdio: "pipe" })

  const image = buildImage(join(example, "Dockerfile"), context, work)
  assert.equal(image.user, "node")
  const before = filesOf(image)
  assert(before.length > 1000, `${before.length} files`)

  const port = String(await freePort())
  const environment = {
    KEYSTILE_HOST: "127.0.0.1",
    KEYSTILE_PORT: port,
    KEYSTILE_PUBLIC_URL: `http://localhost:${port}`,
    KEYSTILE_SECRETS: "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7",
    KEYSTILE_MAIL: "log",
    KEYSTILE_DRAIN_DELAY: "0"
  }
  const [program = "", ...args] = image.healthCheck.map((text) => text.replace("8102", port))
  const isHealthy = () => spawnSync(program, args, { cwd: image.folder, env: environmentOf(image) }).status === 0
  assert.equal(isHealthy(), false, "the health check before the start")
  const service = run(image, image.command, environment)
  const ended = once(service, "close")
  try {
    for await (const line of createInterface(service.stdout)) if (line.includes("Listening on")) break
    assert.equal(isHealthy(), true, "the health check")
    const create = run(image, [...image.command.slice(0, -1), "project", "create", "Larkspur"], environment)
    let printed = ""
    create.stdout.on("data", (chunk) => (printed += String(chunk)))
    assert.deepEqual(await once(create, "close"), [0, null])
    assert.match(printed, /STACK_SECRET_SERVER_KEY/)
  } finally {
    service.kill("SIGTERM")
  }
  assert.deepEqual(await ended, [0, null], "the exit after SIGTERM")
  assert(statSync(join(image.root, "data", "keystile.db")).size > 0)
  assert.deepEqual(filesOf(image), before, "files outside of /data")
}
