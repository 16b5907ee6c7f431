// Two projects: `node` runs everything in Node (React tests ask for a DOM in their first line), `browser` drives a real
// Chromium and so runs one file at a time with patience.

import { defineConfig } from "vitest/config"
import { sourceAliases } from "./scripts/entries.mjs"

export default defineConfig({
  resolve: { alias: sourceAliases() },
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          // The tests of examples run here as they do where they are copied to.
          include: ["test/**/*.test.{ts,tsx}", "examples/*/test/**/*.test.ts"],
          exclude: ["test/browser/**"],
          setupFiles: ["test/wire/record.ts", "test/sdk/record.ts"],
          testTimeout: 15_000
        }
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          fileParallelism: false,
          maxWorkers: 1,
          testTimeout: 60_000,
          hookTimeout: 60_000
        }
      }
    ]
  }
})
