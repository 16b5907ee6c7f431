// @ts-check
// Pages of the hooks: one of each module, and their contents.

import { basename } from "node:path"
import { slug } from "github-slugger"
import { exampleLink } from "./examples.mjs"
import { parameters } from "./parameters.mjs"
import { groupBy } from "./program.mjs"
import { writtenExample } from "./written-examples.mjs"

const entries = [
  { entry: "keystile/react", source: "react/index.ts" },
  { entry: "keystile/dashboard", source: "react/dashboard/index.ts" }
]

/** @typedef {{ name: string, entry: string, symbol: import("typescript").Symbol, module: string }} Hook */

/** Every hook, with the name of its module. @param {import("./program.mjs").Program} program @returns {Array<Hook>} */
const hooksOf = (program) =>
  entries.flatMap(({ entry, source }) =>
    program
      .exportsOf(source)
      .filter(({ name }) => /^use[A-Z]/.test(name))
      .map(({ name, symbol }) => {
        const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? ""
        return { name, entry, symbol, module: basename(file).replace(/^use-|\.tsx?$/g, "") }
      })
  )

/** @param {{ name: string, module: string }} hook */
const addressOf = ({ module, name }) => `hooks/${module}.md#${slug(name)}`

/** The section of each hook, from `reference`. @param {import("./program.mjs").Program} program */
export const hookAddresses = (program) =>
  hooksOf(program).map((hook) => /** @type {const} */ ([hook.name, addressOf(hook)]))

/**
 * @param {import("./program.mjs").Program} program
 * @param {import("./examples.mjs").Links} examples
 * @returns {Array<import("./components.mjs").Page>}
 */
export const hookPages = (program, examples) => {
  const hooks = hooksOf(program)
  const modules = groupBy(hooks, ({ module }) => module)
  return [
    {
      path: "reference/hooks.md",
      title: "All hooks",
      text: [
        "# All hooks",
        "What hooks request, and when: [hooks](../hooks.md).",
        hooks
          .map(
            (hook) => `- [\`${hook.name}\`](${addressOf(hook)}): ${program.textOf(hook.symbol).split(/(?<=\.) /)[0]}`
          )
          .join("\n")
      ].join("\n\n")
    },
    ...[...modules].map(([module, own]) => ({
      path: `reference/hooks/${module}.md`,
      title: own.map(({ name }) => name).find((name) => !name.endsWith("State")) ?? module,
      text: [
        `# Hooks: ${module.replaceAll("-", " ")}`,
        `Of [all hooks](../hooks.md), those about ${module.replaceAll("-", " ")}.`,
        ...own.map((hook) => section(program, hook, examples))
      ].join("\n\n")
    }))
  ]
}

/**
 * @param {import("./program.mjs").Program} program
 * @param {Hook} hook
 * @param {import("./examples.mjs").Links} examples
 */
const section = (program, { entry, name, symbol }, examples) => {
  const signatures = program.checker.getTypeOfSymbol(symbol).getCallSignatures()
  const types = signatures.map((one) => `${name}${program.checker.signatureToString(one)}`)
  const declared = types.join("\n").replaceAll(/import\("[^"]*"\)\./g, "")
  return [
    `## ${name}`,
    program.textOf(symbol),
    `\`\`\`ts\nimport { ${name} } from "${entry}"\n\n${declared}\n\`\`\``,
    ...parameters(program, symbol, signatures),
    ...writtenExample(name),
    ...exampleLink(name, examples, "../../")
  ].join("\n\n")
}
