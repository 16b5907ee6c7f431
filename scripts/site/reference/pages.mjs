// @ts-check
// All pages of the reference that are generated from the sources.

import { slug } from "github-slugger"
import { knownErrors } from "../../../core/errors/known-errors.ts"
import { summaryOf } from "../pages.mjs"
import { callsOf, callsPages } from "./calls.mjs"
import { componentPages } from "./components.mjs"
import { entryPages } from "./entries.mjs"
import { examplesInGuides } from "./examples.mjs"
import { hookAddresses, hookPages } from "./hooks.mjs"
import { readProgram } from "./program.mjs"
import { commandPage, configurationPage, errorsPage, permissionsPage, seedPage } from "./settings.mjs"

export const tiers = /** @type {const} */ ([
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
  const entries = entryPages(program, placesOf(program, components), examples)
  const calls = tiers.map(({ source, tier, type }) => ({ tier, calls: callsOf(program, source, type) }))
  return [
    ...hookPages(program, examples),
    ...calls.flatMap(({ calls, tier }) => callsPages(tier, calls, examples)),
    { path: "reference/errors.md", title: "Errors", text: errorsPage(program, calls) },
    { path: "reference/configuration.md", title: "Configuration, variables", text: configurationPage() },
    { path: "reference/seed.md", title: "Seed keys", text: seedPage(program) },
    { path: "reference/permissions.md", title: "Permissions", text: permissionsPage() },
    { path: "reference/command.md", title: "The command", text: commandPage() },
    contentsPage("components", "Components", "Every component, with its props and a live example.", components),
    ...components,
    contentsPage(
      "entries",
      "Exports by entry",
      "Every entry of the package, with all that it exports.",
      entries.filter(({ path }) => path.split("/").length === 3)
    ),
    ...entries
  ]
}

/**
 * The index of a folder of the reference.
 *
 * @param {string} folder
 * @param {string} title
 * @param {string} intro
 * @param {ReadonlyArray<import("./components.mjs").Page>} pages
 */
const contentsPage = (folder, title, intro, pages) => ({
  path: `reference/${folder}/index.md`,
  title,
  text: [
    `# ${title}`,
    intro,
    pages
      .map(({ path, text, title }) => `- [${title}](${path.split("/").at(-1)}): ${summaryOf(text).sentence}`)
      .join("\n")
  ].join("\n\n")
})

/**
 * Where exports have a place of their own: components, hooks and known errors, by name.
 *
 * @param {import("./program.mjs").Program} program
 * @param {ReadonlyArray<import("./components.mjs").Page>} components
 */
const placesOf = (program, components) => {
  return new Map([
    ...components
      .filter(({ title }) => !title.includes("."))
      .map(({ path, title }) => /** @type {const} */ ([title, path.replace("reference/", "")])),
    ...hookAddresses(program),
    ...knownErrors.map(({ name }) => /** @type {const} */ ([name, `errors.md#${slug(name)}`]))
  ])
}
