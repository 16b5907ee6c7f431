// @ts-check
// Pages of the package's entries: every export with its purpose, declaration, parameters, errors and an example.

import { slug } from "github-slugger"
import ts from "typescript"
import { packageEntries } from "../../build/entries.mjs"
import { errorsOf, isCall } from "./calls.mjs"
import { exampleLink } from "./examples.mjs"
import { parameters } from "./parameters.mjs"
import { table, typeCell } from "./program.mjs"
import { writtenExample } from "./written-examples.mjs"

/** Characters of the longest declaration that a page shows whole. */
const LONGEST_DECLARATION = 1500

/** Characters of the largest page of exports. */
const LARGEST_PAGE = 20_000

/**
 * @typedef {import("./program.mjs").Program} Program
 * @typedef {import("./examples.mjs").Links} Links
 */

/**
 * @param {Program} program
 * @param {Links} pages components, hooks and errors, which have a place of their own
 * @param {Links} examples headings of the guides
 * @returns {Array<import("./components.mjs").Page>}
 */
export const entryPages = (program, pages, examples) =>
  packageEntries().flatMap(({ name, source }) => {
    if (source === undefined || !/\.tsx?$/.test(source)) return []
    const found = program.exportsOf(source).sort((one, other) => one.name.localeCompare(other.name, "en"))
    const path = `reference/entries/${name.replaceAll("/", "-")}`
    const whole = found.map((one) => ({ ...one, text: section(program, name, one, pages, examples, "../") }))
    if (sizeOf(whole) <= LARGEST_PAGE) {
      const text = [`# ${name}`, `Everything that \`${name}\` exports, by name.`, ...whole.map(({ text }) => text)]
      return [{ path: `${path}.md`, title: name, text: text.join("\n\n") }]
    }
    const parts = inParts(
      found.map((one) => ({ ...one, text: section(program, name, one, pages, examples, "../../") }))
    )
    const links = parts.flatMap((part, index) =>
      part.map((one) => `[\`${one.name}\`](${name.replaceAll("/", "-")}/${index + 1}.md#${slug(one.name)})`)
    )
    const contents = [`# ${name}`, `Everything that \`${name}\` exports, by name.`, links.join(", ")].join("\n\n")
    return [
      { path: `${path}.md`, title: name, text: contents },
      ...parts.map((part, index) => {
        const title = `${name}: ${part[0]?.name} to ${part.at(-1)?.name}`
        return {
          path: `${path}/${index + 1}.md`,
          title,
          text: [`# ${title}`, `Exports ${index + 1} of ${parts.length}.`, ...part.map(({ text }) => text)].join("\n\n")
        }
      })
    ]
  })

/** @param {ReadonlyArray<{ text: string }>} sections */
const sizeOf = (sections) => sections.reduce((sum, { text }) => sum + text.length, 0)

/**
 * Sections in parts of about the size of a page.
 *
 * @template {{ text: string }} Section
 * @param {ReadonlyArray<Section>} sections
 */
const inParts = (sections) => {
  /** @type {Array<Array<Section>>} */
  const parts = []
  for (const one of sections) {
    const last = parts.at(-1)
    if (last === undefined || sizeOf(last) + one.text.length > LARGEST_PAGE) parts.push([one])
    else last.push(one)
  }
  return parts
}

/**
 * @param {Program} program
 * @param {string} entry
 * @param {{ name: string, symbol: ts.Symbol }} exported
 * @param {Links} pages
 * @param {Links} examples
 * @param {string} base the path to `reference`
 */
const section = (program, entry, { name, symbol }, pages, examples, base) => {
  const page = pages.get(name)
  const parts = [`## ${name}`, program.textOf(symbol)]
  if (page === undefined) parts.push(...declaration(program, name, symbol))
  else parts.push(`More: [${name}](${base}${page}).`)
  if (page === undefined)
    parts.push(
      ...program.examplesOf(symbol).map((text) => `\`\`\`ts\n${text.replaceAll(/^```\w*\n?|```$/gm, "")}\n\`\`\``)
    )
  parts.push(...writtenExample(`${entry} ${name}`))
  parts.push(...exampleLink(name, examples, `${base}../`))
  return parts.filter((part) => part !== "").join("\n\n")
}

/** @param {Program} program @param {string} name @param {ts.Symbol} symbol @returns {Array<string>} */
const declaration = (program, name, symbol) => {
  const { checker } = program
  if (symbol.flags & ts.SymbolFlags.Module) return [namespaceTable(program, symbol)]
  const isValue = (symbol.flags & ts.SymbolFlags.Value) !== 0
  if (!isValue || symbol.flags & ts.SymbolFlags.Class) {
    const type = serviceType(checker, symbol) ?? checker.getDeclaredTypeOfSymbol(symbol)
    const alias = symbol.declarations?.find(ts.isTypeAliasDeclaration)
    const calls = type.getCallSignatures().map((one) => `${name}${signatureText(checker, one)}`)
    const code = alias === undefined ? calls : [`type ${name} = ${alias.type.getText()}`]
    const fences = code.length === 0 ? [] : [fence(code.join("\n"))]
    const rows = type.isUnion() ? [] : members(program, type)
    return fences.length + rows.length === 0 ? [fence(`class ${name}`)] : [...fences, ...rows]
  }
  const type = checker.getTypeOfSymbol(symbol)
  const signatures = type.getCallSignatures()
  if (signatures.length === 0) return [fence(`const ${name}: ${program.typeText(type)}`), ...errors(program, [type])]
  return [
    fence(signatures.map((one) => `${name}${signatureText(checker, one)}`).join("\n")),
    ...parameters(program, symbol, signatures),
    ...errors(
      program,
      signatures.map((one) => one.getReturnType())
    )
  ]
}

/**
 * The interface of a service of Effect, whose class has it as `Service`.
 *
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol} symbol
 */
const serviceType = (checker, symbol) => {
  if ((symbol.flags & ts.SymbolFlags.Class) === 0) return undefined
  const service = checker.getTypeOfSymbol(symbol).getProperty("Service")
  return service && checker.getTypeOfSymbol(service)
}

/** @param {Program} program @param {ts.Symbol} symbol */
const namespaceTable = (program, symbol) =>
  table(
    ["Export", "Meaning"],
    program.checker.getExportsOfModule(symbol).map((one) => {
      const target = one.flags & ts.SymbolFlags.Alias ? program.checker.getAliasedSymbol(one) : one
      return [`\`${one.name}\``, program.textOf(target)]
    })
  )

/** @param {ts.TypeChecker} checker @param {ts.Signature} signature */
const signatureText = (checker, signature) =>
  checker
    .signatureToString(signature, undefined, ts.TypeFormatFlags.NoTruncation)
    .replaceAll(/import\("[^"]*"\)\./g, "")

/** @param {string} code */
const fence = (code) =>
  `\`\`\`ts\n${code.length > LONGEST_DECLARATION ? `${code.slice(0, LONGEST_DECLARATION)} …` : code}\n\`\`\``

/** The properties of an interface or an object. @param {Program} program @param {ts.Type} type */
const members = (program, type) => {
  const rows = program
    .propertiesOf(type)
    .map(({ isOptional, name, text, type }) => [`\`${name}\`${isOptional ? "" : " (required)"}`, typeCell(type), text])
  return rows.length === 0 ? [] : [table(["Property", "Type", "Meaning"], rows)]
}

/** @param {Program} program @param {ReadonlyArray<ts.Type>} types */
const errors = (program, types) => {
  const calls = types.filter(isCall)
  if (calls.length === 0) return []
  const names = [...new Set(calls.flatMap((one) => errorsOf(program, one)))].sort()
  return [names.length === 0 ? "It has no errors." : `Errors: ${names.map((name) => `\`${name}\``).join(", ")}.`]
}
