// @ts-check
// Tables of the parameters of functions.

import ts from "typescript"
import { table, typeCell } from "./program.mjs"

/**
 * The parameters of a function or a call, each with its properties. A parameter without a name of its own, as of a
 * pattern, is shown by its properties.
 *
 * @param {import("./program.mjs").Program} program
 * @param {ts.Symbol} symbol
 * @param {ReadonlyArray<ts.Signature>} signatures
 */
export const parameters = (program, symbol, signatures) => {
  const texts = new Map(
    symbol
      .getJsDocTags(program.checker)
      .filter(({ name }) => name === "param")
      .map(({ text }) => {
        const [name = "", ...rest] = ts.displayPartsToString(text).split(/\s+/)
        return [name, rest.join(" ").replace(/^-\s*/, "")]
      })
  )
  /** @type {Map<string, ReadonlyArray<string>>} */
  const rows = new Map()
  for (const parameter of signatures.flatMap((one) => one.getParameters())) {
    const name = parameter.name.startsWith("__") ? "" : parameter.name
    const node = parameter.valueDeclaration
    const isOptional =
      node !== undefined && ts.isParameter(node) && (node.questionToken !== undefined || node.initializer !== undefined)
    const type = program.checker.getNonNullableType(program.checker.getTypeOfSymbol(parameter))
    const own = type.isUnion() || type.getCallSignatures().length > 0 ? [] : program.propertiesOf(type)
    if (name !== "")
      rows.set(name, [
        `\`${name}\`${isOptional ? "" : " (required)"}`,
        typeCell(program.typeText(type)),
        texts.get(name) ?? program.textOf(parameter)
      ])
    for (const property of own) {
      const path = name === "" ? property.name : `${name}.${property.name}`
      rows.set(path, [`\`${path}\`${property.isOptional ? "" : " (required)"}`, typeCell(property.type), property.text])
    }
  }
  return rows.size === 0 ? [] : [table(["Parameter", "Type", "Meaning"], [...rows.values()])]
}
