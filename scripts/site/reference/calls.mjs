// @ts-check
// Pages of the calls of each tier, with the errors of each call, and of the hooks.

import { slug } from "github-slugger"
import ts from "typescript"
import { exampleLink } from "./examples.mjs"
import { parameters } from "./parameters.mjs"
import { table, typeCell } from "./program.mjs"

/**
 * @typedef {{
 *   name: string
 *   text: string
 *   type: string
 *   errors: ReadonlyArray<string>
 *   parameters: ReadonlyArray<string>
 * }} Call
 */

/** The calls of a tier. @param {import("./program.mjs").Program} program @param {string} source @param {string} type */
export const callsOf = (program, source, type) => {
  const symbol = program.exportsOf(source).find(({ name }) => name === type)?.symbol
  if (symbol === undefined) throw new Error(`${source} does not export ${type}.`)
  return members(program, program.checker.getDeclaredTypeOfSymbol(symbol), "")
}

/**
 * @param {import("./program.mjs").Program} program
 * @param {ts.Type} type
 * @param {string} prefix
 * @returns {Array<Call>}
 */
const members = (program, type, prefix) =>
  program.checker.getPropertiesOfType(type).flatMap((symbol) => {
    const own = program.checker.getTypeOfSymbol(symbol)
    const results = own.getCallSignatures().map((signature) => signature.getReturnType())
    const found = [own, ...results].filter(isCall)
    const name = `${prefix}${symbol.name}`
    if (found.length > 0) {
      const errors = new Set(found.flatMap((one) => errorsOf(program, one)))
      return [
        {
          name,
          text: program.textOf(symbol),
          type: program.typeText(own),
          errors: [...errors].sort(),
          parameters: parameters(program, symbol, own.getCallSignatures())
        }
      ]
    }
    // A group of calls, such as `teams`.
    return prefix === "" && results.length === 0 && program.isOwn(symbol) && own.isClassOrInterface()
      ? members(program, own, `${name}.`)
      : []
  })

/** @param {ts.Type} type */
export const isCall = (type) => ["Effect", "Stream"].includes(type.symbol?.name ?? "")

/** The names of the errors of an effect. @param {import("./program.mjs").Program} program @param {ts.Type} type */
export const errorsOf = (program, type) => {
  const error = program.checker.getTypeArguments(/** @type {ts.TypeReference} */ (type))[1]
  if (error === undefined || error.flags & ts.TypeFlags.Never) return []
  return (error.isUnion() ? error.types : [error]).map((one) => one.symbol?.name ?? program.typeText(one))
}

/**
 * @param {string} title
 * @param {string} intro
 * @param {ReadonlyArray<Call>} calls
 * @param {import("./examples.mjs").Links} examples
 */
export const callsPage = (title, intro, calls, examples) =>
  [
    `# ${title}`,
    intro,
    ...calls.map(({ errors, name, parameters, text, type }) =>
      [
        `## ${name}`,
        text,
        `\`\`\`ts\n${name}: ${type}\n\`\`\``,
        ...parameters,
        errors.length === 0
          ? "It has no errors."
          : `Errors: ${errors.map((error) => `[\`${error}\`](../errors.md#${slug(error)})`).join(", ")}.`,
        ...exampleLink(name, examples, "../../")
      ].join("\n\n")
    )
  ].join("\n\n")

/** @param {import("./program.mjs").Program} program @param {import("./examples.mjs").Links} examples */
export const hooksPage = (program, examples) => {
  const entries = [
    { entry: "keystile/react", source: "react/index.ts" },
    { entry: "keystile/dashboard", source: "react/dashboard/index.ts" }
  ]
  const found = entries.flatMap(({ entry, source }) =>
    program
      .exportsOf(source)
      .filter(({ name }) => /^use[A-Z]/.test(name))
      .map(({ name, symbol }) => {
        const signatures = program.checker.getTypeOfSymbol(symbol).getCallSignatures()
        const types = signatures.map((one) => `${name}${program.checker.signatureToString(one)}`)
        const declared = types.join("\n").replaceAll(/import\("[^"]*"\)\./g, "")
        return [
          `## ${name}`,
          program.textOf(symbol),
          `\`\`\`ts\nimport { ${name} } from "${entry}"\n\n${declared}\n\`\`\``,
          ...parameters(program, symbol, signatures),
          ...exampleLink(name, examples, "../")
        ].join("\n\n")
      })
  )
  return ["# All hooks", "What hooks request, and when: [hooks](../hooks.md).", ...found].join("\n\n")
}

/**
 * The keys of a type with all that they contain.
 *
 * @param {import("./program.mjs").Program} program
 * @param {ts.Type} type
 */
export const keysTable = (program, type) => {
  /** @type {Array<Array<string>>} */
  const rows = []
  /** @param {ts.Type} one @param {string} path @param {number} depth */
  const collect = (one, path, depth) => {
    for (const { isOptional, name, text, type } of program.propertiesOf(one)) {
      const key = path === "" ? name : `${path}.${name}`
      const symbol = program.checker.getPropertyOfType(one, name)
      const value = symbol && program.checker.getNonNullableType(program.checker.getTypeOfSymbol(symbol))
      const item =
        value && program.checker.isArrayType(value)
          ? program.checker.getTypeArguments(/** @type {ts.TypeReference} */ (value))[0]
          : value
      const isObject = item !== undefined && depth < 5 && item.getProperties().some(program.isOwn) && !item.isUnion()
      const isList = value !== undefined && program.checker.isArrayType(value)
      rows.push([
        `\`${key}${isList ? "[]" : ""}\`${isOptional ? "" : " (required)"}`,
        isObject ? (isList ? "list of objects" : "object") : typeCell(type.replaceAll("Redacted<string>", "string")),
        text
      ])
      if (isObject && item !== undefined) collect(item, `${key}${isList ? "[]" : ""}`, depth + 1)
    }
  }
  collect(type, "", 0)
  return table(["Key", "Type", "Meaning"], rows)
}
