// The projects run one after the other, in the order of `groupOrder`:
//
//   node      everything that needs neither a browser, a DOM nor a package
//   dom       tests that name a DOM in their first line, beside those of `node`
//   command   tests that start the `keystile` command, built as it is in the package
//   postgres  tests of the service on PostgreSQL: a sample, or all of them with KEYSTILE_POSTGRES=all
//   demo      the demo application in Chromium
//   browser   all other tests that drive Chromium, and those in WebKit
//   package   the packed package as its users have it
//   wire      the responses that services gave during the projects above, compared with the contract
//   examples  the examples for Next and React Router, and the applications of `npm create keystile`;
//             only `npm run test:examples` runs them

import { globSync, readFileSync } from "node:fs"
import { defineConfig } from "vitest/config"
import { sourceAliases } from "./scripts/build/entries.mjs"
import { LongestFirst } from "./test/longest-first.ts"

const isWholeService = process.env["KEYSTILE_POSTGRES"] === "all"

/** The test files whose first line names a DOM. */
const withDom = globSync("test/**/*.test.{ts,tsx}").filter((file) =>
  readFileSync(file, "utf8").startsWith("// @vitest-environment")
)

/** The test files that start the command. */
const ofCommand = ["test/{cli,crashes}/**/*.test.ts"]

/** The test files that install applications from the registry. */
const ofServers = [
  "test/examples/servers.test.ts",
  "test/examples/next-one-deployment.test.ts",
  "test/examples/browser-tests.test.ts",
  "test/create/applications.test.ts"
]

const ofDemo = "test/browser/demo.test.ts"

/** What the projects `node`, `dom` and `command` have in common. */
const withoutBrowser = {
  // Vitest would leave one processor to itself, which is half of two.
  maxWorkers: "100%",
  globalSetup: ["test/postgres/drop-databases.ts"],
  setupFiles: [
    "test/wait-longer.ts",
    "test/load-sources-anew.ts",
    "test/wire/record-responses.ts",
    "test/postgres/replace-memory-database.ts",
    "test/newer-service/replace-service.ts"
  ],
  testTimeout: 60_000,
  hookTimeout: 60_000
}

/** What the projects `demo` and `browser` have in common. */
const inChromium = {
  // Pages wait for the network and for animations, so three files at a time use two processors.
  maxWorkers: 3,
  isolate: false,
  globalSetup: ["test/browser/launch-chromium.ts", "test/cli/build-command.ts"],
  // Each action in a page ends after 30 s. A test of many pages takes three minutes on a very busy machine.
  testTimeout: 300_000,
  hookTimeout: 60_000,
  // Of a busy machine: what passes does not wait for it.
  expect: { poll: { timeout: 10_000 } }
}

export default defineConfig({
  resolve: { alias: sourceAliases() },
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    // In CI a failed test runs a second time, and scripts/test/run.mjs lists it as flaky if it passes then.
    retry: process.env["CI"] ? 1 : 0,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          ...withoutBrowser,
          // The tests of examples run here as they do where they are copied to.
          include: ["test/**/*.test.{ts,tsx}", "examples/*/test/**/*.test.ts"],
          exclude: [
            "test/browser/**",
            ...ofCommand,
            ...ofServers,
            "test/package/packed-package.test.ts",
            "test/postgres/**",
            "test/wire/responses.test.ts",
            ...withDom
          ],
          // A worker keeps the libraries, and each file loads the sources anew (`test/load-sources-anew.ts`).
          isolate: false
        }
      },
      {
        extends: true,
        test: {
          name: "dom",
          ...withoutBrowser,
          include: withDom,
          // Test files share no process: cookies and storage of the DOM would outlive a file.
          isolate: true
        }
      },
      {
        extends: true,
        test: {
          name: "command",
          ...withoutBrowser,
          globalSetup: [...withoutBrowser.globalSetup, "test/cli/build-command.ts"],
          include: ofCommand,
          sequence: { groupOrder: 1 },
          // Processes wait for time limits and for each other, so three files at a time use two processors.
          maxWorkers: 3,
          isolate: false
        }
      },
      {
        extends: true,
        test: {
          name: "postgres",
          sequence: { groupOrder: 2 },
          isolate: false,
          globalSetup: [
            "test/postgres/start-server.ts",
            "test/postgres/drop-databases.ts",
            "test/cli/build-command.ts"
          ],
          maxWorkers: "100%",
          include: isWholeService
            ? ["test/{service,testing,postgres}/**/*.test.ts"]
            : [
                "test/postgres/**/*.test.ts",
                "test/service/**/{database,users,passwords,otp,mailed-codes,sessions,api-keys,sign-in}.test.ts",
                "test/service/**/{contact-channels,contact-channel-verification,sign-up-proof}.test.ts",
                "test/service/**/{teams,team-permissions,permission-definitions}.test.ts",
                "test/service/transfer/*.test.ts"
              ],
          setupFiles: ["test/load-sources-anew.ts", "test/postgres/replace-memory-database.ts"],
          testTimeout: isWholeService ? 180_000 : 60_000
        }
      },
      {
        extends: true,
        test: {
          name: "demo",
          ...inChromium,
          sequence: { groupOrder: 3 },
          include: [ofDemo]
        }
      },
      {
        extends: true,
        test: {
          name: "browser",
          ...inChromium,
          sequence: { groupOrder: 4 },
          include: ["test/browser/**/*.test.ts"],
          exclude: [ofDemo]
        }
      },
      {
        extends: true,
        test: {
          name: "package",
          sequence: { groupOrder: 5 },
          include: ["test/package/packed-package.test.ts"],
          // The builds of an application are for production.
          env: { NODE_ENV: "production" },
          maxWorkers: 1,
          testTimeout: 600_000,
          hookTimeout: 600_000
        }
      },
      {
        extends: true,
        test: {
          name: "wire",
          sequence: { groupOrder: 6 },
          include: ["test/wire/responses.test.ts"],
          maxWorkers: 1
        }
      },
      {
        extends: true,
        test: {
          name: "examples",
          sequence: { groupOrder: 7 },
          include: ofServers,
          globalSetup: ["test/browser/launch-chromium.ts"],
          maxWorkers: 1,
          testTimeout: 900_000,
          hookTimeout: 600_000
        }
      }
    ]
  }
})
