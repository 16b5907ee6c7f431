import { homedir } from "node:os"
import { join } from "node:path"
import { runCommand } from "./commands.ts"

const interrupted = new AbortController()
process.once("SIGINT", () => interrupted.abort(new Error("Interrupted")))

process.exitCode = await runCommand(process.argv[2], {
  print: console.log,
  session: process.env["ORCHARD_SESSION"] ?? join(homedir(), ".orchard-session"),
  appUrl: process.env["APP_URL"] ?? "http://localhost:5173",
  signal: interrupted.signal
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
