// @ts-check
// All pages of the reference that are generated from the sources.

import { callsOf, callsPage, hooksPage } from "./calls.mjs"
import { componentPages } from "./components.mjs"
import { readProgram } from "./program.mjs"
import { commandPage, configurationPage, errorsPage, permissionsPage, seedPage } from "./settings.mjs"

const tiers = /** @type {const} */ ([
  { tier: "client", source: "tiers/client.ts", type: "ClientCalls" },
  { tier: "server", source: "tiers/server.ts", type: "ServerCalls" },
  { tier: "admin", source: "tiers/admin.ts", type: "AdminCalls" }
])

/** @param {ReadonlyArray<import("./components.mjs").Shown>} states @returns {Array<import("./components.mjs").Page>} */
export const referencePages = (states) => {
  const program = readProgram()
  const calls = tiers.map(({ source, tier, type }) => ({ tier, calls: callsOf(program, source, type) }))
  const intro = (/** @type {string} */ tier) =>
    `Every call of the ${tier} tier, as \`keystile/${tier}\` has it, with its errors. A call never fails with another one.`
  return [
    { path: "reference/hooks.md", title: "All hooks", text: hooksPage(program) },
    ...calls.map(({ calls, tier }) => ({
      path: `reference/calls/${tier}.md`,
      title: `Calls: ${tier} tier`,
      text: callsPage(`Calls of the ${tier} tier`, intro(tier), calls)
    })),
    { path: "reference/errors.md", title: "Errors", text: errorsPage(program, calls) },
    { path: "reference/configuration.md", title: "Configuration, variables", text: configurationPage() },
    { path: "reference/seed.md", title: "Seed keys", text: seedPage(program) },
    { path: "reference/permissions.md", title: "Permissions", text: permissionsPage() },
    { path: "reference/command.md", title: "The command", text: commandPage() },
    ...componentPages(program, states)
  ]
}
