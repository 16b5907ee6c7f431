// @ts-check
// All pages of the reference that are generated from the sources.

import { slug } from "github-slugger"
import { knownErrors } from "../../../core/errors/known-errors.ts"
import { callsOf, callsPage, hooksPage } from "./calls.mjs"
import { componentPages } from "./components.mjs"
import { entryPages } from "./entries.mjs"
import { examplesInGuides } from "./examples.mjs"
import { readProgram } from "./program.mjs"
import { commandPage, configurationPage, errorsPage, permissionsPage, seedPage } from "./settings.mjs"

const tiers = /** @type {const} */ ([
  { tier: "client", source: "tiers/client.ts", type: "ClientCalls" },
  { tier: "server", source: "tiers/server.ts", type: "ServerCalls" },
  { tier: "admin", source: "tiers/admin.ts", type: "AdminCalls" }
])

/**
 * @param {ReadonlyArray<import("./components.mjs").Shown>} states
 * @param {ReadonlyArray<{ path: string, text: string }>} docs
 * @returns {Array<import("./components.mjs").Page>}
 */
export const referencePages = (states, docs) => {
  const program = readProgram()
  const examples = examplesInGuides(docs)
  const components = componentPages(program, states)
  const calls = tiers.map(({ source, tier, type }) => ({ tier, calls: callsOf(program, source, type) }))
  const intro = (/** @type {string} */ tier) =>
    `Every call of the ${tier} tier, as \`keystile/${tier}\` has it, with its errors. A call never fails with another one.`
  return [
    { path: "reference/hooks.md", title: "All hooks", text: hooksPage(program, examples) },
    ...calls.map(({ calls, tier }) => ({
      path: `reference/calls/${tier}.md`,
      title: `Calls: ${tier} tier`,
      text: callsPage(`Calls of the ${tier} tier`, intro(tier), calls, examples)
    })),
    { path: "reference/errors.md", title: "Errors", text: errorsPage(program, calls) },
    { path: "reference/configuration.md", title: "Configuration, variables", text: configurationPage() },
    { path: "reference/seed.md", title: "Seed keys", text: seedPage(program) },
    { path: "reference/permissions.md", title: "Permissions", text: permissionsPage() },
    { path: "reference/command.md", title: "The command", text: commandPage() },
    ...components,
    ...entryPages(program, placesOf(program, components), examples)
  ]
}

/**
 * Where exports have a place of their own: components, hooks and known errors, by name.
 *
 * @param {import("./program.mjs").Program} program
 * @param {ReadonlyArray<import("./components.mjs").Page>} components
 */
const placesOf = (program, components) => {
  const hooks = ["react/index.ts", "react/dashboard/index.ts"].flatMap((source) =>
    program.exportsOf(source).filter(({ name }) => /^use[A-Z]/.test(name))
  )
  return new Map([
    ...components
      .filter(({ title }) => !title.includes("."))
      .map(({ path, title }) => /** @type {const} */ ([title, path.replace("reference/", "")])),
    ...hooks.map(({ name }) => /** @type {const} */ ([name, `hooks.md#${slug(name)}`])),
    ...knownErrors.map(({ name }) => /** @type {const} */ ([name, `errors.md#${slug(name)}`]))
  ])
}
