// @ts-check
// `--help` for the scripts whose first comment says all: what they do, and how they are called.

import { readFileSync } from "node:fs"

/**
 * Prints the first comment of a script and ends, if `--help` is the first thing that it is told.
 *
 * @param {string} script its `import.meta.url`
 */
export const answerHelp = (script) => {
  if (!["--help", "-h"].includes(process.argv[2] ?? "")) return
  const [comment = ""] = /^(?:\/\/.*\n)+/.exec(readFileSync(new URL(script), "utf8")) ?? []
  process.stdout.write(comment.replace(/^\/\/ ?/gm, "").replace(/^@ts-check\n/, ""))
  process.exit()
}
