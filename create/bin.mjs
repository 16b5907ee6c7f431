#!/usr/bin/env node
// Starts `create-keystile`. An old Node prints one clear line instead of a stack trace. Therefore no recent syntax or
// API may be used here before the version is checked.

const [major, minor] = process.versions.node.split(".").map(Number)

if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `create-keystile needs Node 22.19 or newer, and this is Node ${process.versions.node}. Install a newer Node.\n`
  )
  process.exitCode = 1
} else {
  // The bundle of main.ts, which create/build/create.mjs writes beside this file.
  import(new URL("./create-keystile.mjs", import.meta.url).href)
}
