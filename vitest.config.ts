// Two projects: `node` runs everything in Node (React tests ask for a DOM in their first line), `browser` drives real
// Chromiums and so runs two files at a time with patience.

import { defineConfig } from "vitest/config"
import { sourceAliases } from "./scripts/build/entries.mjs"

export default defineConfig({
  resolve: { alias: sourceAliases() },
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          // Vitest would leave one processor to itself, which is half of two.
          maxWorkers: "100%",
          // The tests of examples run here as they do where they are copied to.
          include: ["test/**/*.test.{ts,tsx}", "examples/*/test/**/*.test.ts"],
          exclude: ["test/browser/**"],
          setupFiles: ["test/wire/record-responses.ts", "test/postgres/replace-memory-database.ts"],
          testTimeout: 15_000,
          // A machine that stands still for a moment is no fault; the run tells what passed only at the second try.
          retry: 1
        }
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Two browsers on two processors are late now and then; what is wrong is wrong twice.
          retry: 1,
          // Of a busy machine: what passes does not wait for it.
          expect: { poll: { timeout: 10_000 } }
        }
      }
    ]
  }
})
