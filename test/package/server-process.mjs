// @ts-check
// Starts a server as a process, and waits until it responds.

import { spawn } from "node:child_process"

/** Time limit of the start in milliseconds. */
const START_LIMIT = 30_000

/**
 * @param {string} program
 * @param {ReadonlyArray<string>} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, port: number }} options
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export const startServer = async (program, args, { cwd, env = process.env, port }) => {
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text))
  const ended = new Promise((done) => child.once("close", done))
  const stop = async () => {
    child.kill("SIGKILL")
    await ended
  }
  const url = `http://127.0.0.1:${port}`
  for (const end = Date.now() + START_LIMIT; Date.now() < end && child.exitCode === null;) {
    const responses = await fetch(url).then(
      () => true,
      () => false
    )
    if (responses) return { url, stop }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await stop()
  throw new Error(`${program} did not start\n${output}`)
}
