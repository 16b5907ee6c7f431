/** Keeps the session in a file that only its owner can read. */
import { readFile, rm, writeFile } from "node:fs/promises"
import type { TokenStorage } from "keystile/promise"

export const sessionFile = (path: string): TokenStorage => ({
  getItem: () => readFile(path, "utf8").catch(() => null),
  setItem: (_, text) => writeFile(path, text, { mode: 0o600 }),
  removeItem: () => rm(path, { force: true })
})
