#!/usr/bin/env node
// Starts the `keystile` command. An old Node prints one clear line instead of a stack trace. Therefore no recent syntax
// or API may be used here before the version is checked. Enables the compile cache before the command's own code is
// loaded.

const [major, minor] = process.versions.node.split(".").map(Number)

if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `keystile needs Node 22.19 or newer, and this is Node ${process.versions.node}. Install a newer Node.\n`
  )
  process.exitCode = 1
} else {
  start()
}

async function start() {
  const { enableCompileCache } = await import("node:module")
  const { existsSync } = await import("node:fs")
  // Deno's node:module has no compile cache.
  enableCompileCache?.()
  // In a package the bundled command is beside this file. In a checkout only its sources are.
  const built = new URL("./keystile.js", import.meta.url)
  await import(existsSync(built) ? built.href : new URL("./main.ts", import.meta.url).href)
}
