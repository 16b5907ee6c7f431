#!/usr/bin/env node
// Starts the `keystile` command. It exists so that an old Node gives one clear line instead of a stack trace: nothing
// modern may be imported or written here before the version is checked. It also turns the compile cache on, which must
// happen before the command's own code loads.

const [major, minor] = process.versions.node.split(".").map(Number)

if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`keystile needs Node 22.19 or newer, this is Node ${process.versions.node}.\n`)
  process.exitCode = 1
} else {
  start()
}

async function start() {
  const { enableCompileCache } = await import("node:module")
  const { existsSync } = await import("node:fs")
  // Deno's node:module has no compile cache.
  enableCompileCache?.()
  // A package holds the command bundled beside this file, a checkout holds its sources.
  const built = new URL("./keystile.js", import.meta.url)
  await import(existsSync(built) ? built.href : new URL("./main.ts", import.meta.url).href)
}
