// @ts-check
// Tables of the parameters of functions, and of the props of components.

import ts from "typescript"
import { table, typeCell } from "./program.mjs"

/**
 * The parameters of a function or a call, each with its properties. A parameter without a name of its own, as of a
 * pattern, is shown by its properties. What only some of the overloads require is optional. The meaning of a parameter
 * is its `@param` tag, else the doc comment of its type. That of an id such as `teamId` follows from its name.
 *
 * @param {import("./program.mjs").Program} program
 * @param {ts.Symbol} symbol
 * @param {ReadonlyArray<ts.Signature>} signatures
 */
export const parameters = (program, symbol, signatures) => {
  const tags = [...symbol.getJsDocTags(program.checker), ...signatures.flatMap((one) => one.getJsDocTags())]
  const texts = new Map(
    tags
      .filter(({ name }) => name === "param")
      .map(({ text }) => {
        const [name = "", ...rest] = ts.displayPartsToString(text).split(/\s+/)
        return [name, rest.join(" ").replace(/^-\s*/, "")]
      })
  )
  /** @type {Map<string, import("./program.mjs").Property>} */
  const rows = new Map()
  /** @type {Map<string, number>} */
  const overloadsThatRequire = new Map()
  /** @param {import("./program.mjs").Property} row */
  const add = (row) => {
    const required = (overloadsThatRequire.get(row.name) ?? 0) + (row.isOptional ? 0 : 1)
    overloadsThatRequire.set(row.name, required)
    rows.set(row.name, { ...row, isOptional: required < signatures.length })
  }
  for (const parameter of signatures.flatMap((one) => one.getParameters())) {
    const name = parameter.name.startsWith("__") ? "" : parameter.name
    const node = parameter.valueDeclaration
    const isOptional =
      node !== undefined && ts.isParameter(node) && (node.questionToken !== undefined || node.initializer !== undefined)
    const type = program.checker.getNonNullableType(program.checker.getTypeOfSymbol(parameter))
    const own = type.isUnion() || type.getCallSignatures().length > 0 ? [] : program.propertiesOf(type)
    const text = texts.get(name) ?? (program.textOf(parameter) || program.textOfType(type) || meaningOfId(name))
    if (name !== "") add({ name, type: program.typeText(type), isOptional, text })
    for (const property of own) {
      const path = name === "" ? property.name : `${name}.${property.name}`
      add({ ...property, name: path, text: texts.get(path) ?? (property.text || meaningOfId(property.name)) })
    }
  }
  return rows.size === 0 ? [] : [propertyTable("Parameter", [...rows.values()])]
}

/** @param {string} name */
const meaningOfId = (name) => {
  const [, of] = /^(\w+)Id$/.exec(name) ?? []
  return of === undefined ? "" : `The id of the ${of.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}.`
}

/**
 * A table of parameters or props. It has a column of defaults if a doc comment names one: `Default 100.`.
 *
 * @param {string} title of the names
 * @param {ReadonlyArray<import("./program.mjs").Property>} properties
 */
export const propertyTable = (title, properties) => {
  const rows = properties.map(({ isOptional, name, text, type }) => {
    const [found = "", value = ""] = /(?:^|(?<=\. ))Default:? (.*?)\.(?= |$)/.exec(text) ?? []
    return {
      name: `\`${name}\`${isOptional ? "" : " (required)"}`,
      type: typeCell(type),
      value,
      text: text.replace(found, "").replaceAll(/ {2,}/g, " ").trim()
    }
  })
  return rows.some(({ value }) => value !== "")
    ? table(
        [title, "Type", "Default", "Meaning"],
        rows.map(({ name, text, type, value }) => [name, type, value, text])
      )
    : table(
        [title, "Type", "Meaning"],
        rows.map(({ name, text, type }) => [name, type, text])
      )
}
