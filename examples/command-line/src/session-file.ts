/** Keeps the session in a file that only its owner can read. */
import { randomUUID } from "node:crypto"
import { readFile, rename, rm, writeFile } from "node:fs/promises"
import type { TokenStorage } from "keystile/promise"

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT"

export const sessionFile = (path: string): TokenStorage => ({
  getItem: () =>
    readFile(path, "utf8").catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    }),
  // Replaces the file in one step: a program that is stopped meanwhile keeps the earlier session.
  setItem: async (_, text) => {
    const replacement = `${path}.${randomUUID()}`
    try {
      await writeFile(replacement, text, { mode: 0o600, flag: "wx", flush: true })
      await rename(replacement, path)
    } finally {
      await rm(replacement, { force: true })
    }
  },
  removeItem: () => rm(path, { force: true })
})
