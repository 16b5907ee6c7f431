// @ts-check
// Reads the sources with the TypeScript compiler: exports of the package's entries, their types and doc comments.

import { join } from "node:path"
import { fileURLToPath } from "node:url"
import ts from "typescript"

export const root = fileURLToPath(new URL("../../..", import.meta.url))

/** @typedef {{ name: string, type: string, isOptional: boolean, text: string }} Property */

/** Reads the program of `tsconfig.build.json`, without checking it. */
export const readProgram = () => {
  const file = join(root, "tsconfig.build.json")
  const { config } = ts.readConfigFile(file, (path) => ts.sys.readFile(path))
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const program = ts.createProgram(fileNames, { ...options, noEmit: true, declaration: false, skipLibCheck: true })
  const checker = program.getTypeChecker()

  /** The exports of a source, by name. @param {string} source */
  const exportsOf = (source) => {
    const module = checker.getSymbolAtLocation(sourceFile(source))
    if (module === undefined) throw new Error(`${source} is no module.`)
    return checker.getExportsOfModule(module).map((symbol) => ({ name: symbol.name, symbol: resolved(symbol) }))
  }

  /** @param {string} source */
  const sourceFile = (source) => {
    const found = program.getSourceFile(join(root, source))
    if (found === undefined) throw new Error(`The program does not contain ${source}.`)
    return found
  }

  /** @param {ts.Symbol} symbol */
  const resolved = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)

  /** The doc comment, on one line. That of a namespace is the header of its module. @param {ts.Symbol} symbol */
  const textOf = (symbol) =>
    (ts.displayPartsToString(symbol.getDocumentationComment(checker)) || headerOf(symbol))
      .replaceAll(/\s+/g, " ")
      .trim()

  /** @param {ts.Symbol} symbol */
  const headerOf = (symbol) => {
    const module = symbol.declarations?.find(ts.isSourceFile)
    const [, comment = ""] = /^\/\*\*(.*?)\*\//s.exec(module?.text ?? "") ?? []
    return comment.replaceAll(/^\s*\*/gm, "")
  }

  /**
   * The doc comment of a type of this repository that has a name.
   *
   * @param {ts.Type} type
   */
  const textOfType = (type) => {
    const symbol = type.aliasSymbol ?? type.symbol
    return symbol !== undefined && isOwn(symbol) ? textOf(symbol) : ""
  }

  /** The examples of a doc comment. @param {ts.Symbol} symbol */
  const examplesOf = (symbol) =>
    symbol
      .getJsDocTags(checker)
      .filter(({ name }) => name === "example")
      .map(({ text }) => ts.displayPartsToString(text))

  /** @param {ts.Type} type */
  const typeText = (type) =>
    checker
      .typeToString(
        type,
        undefined,
        ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope
      )
      .replaceAll(/import\("[^"]*"\)\./g, "")

  /** The properties of a type that this repository declares. @param {ts.Type} type @returns {Array<Property>} */
  const propertiesOf = (type) =>
    (type.isUnion()
      ? [
          ...new Map(
            type.types.flatMap((one) => checker.getPropertiesOfType(one)).map((one) => [one.name, one])
          ).values()
        ]
      : checker.getPropertiesOfType(type)
    )
      .filter(isOwn)
      .map((symbol) => {
        const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0
        const declared = checker.getTypeOfSymbol(symbol)
        const type = typeText(isOptional ? checker.getNonNullableType(declared) : declared)
        return { name: symbol.name, type, isOptional, text: textOf(symbol) }
      })
      .sort((one, other) => Number(one.isOptional) - Number(other.isOptional))

  /** @param {ts.Symbol} symbol */
  const isOwn = (symbol) =>
    symbol.declarations?.some((one) => !one.getSourceFile().fileName.includes("/node_modules/")) ?? false

  return { checker, exportsOf, examplesOf, propertiesOf, isOwn, sourceFile, textOf, textOfType, typeText }
}

/** @typedef {ReturnType<typeof readProgram>} Program */

/**
 * The items by their keys, in the order of the first item of each.
 *
 * @template Item, Key
 * @param {ReadonlyArray<Item>} items
 * @param {(item: Item) => Key} keyOf
 */
export const groupBy = (items, keyOf) => {
  /** @type {Map<Key, Array<Item>>} */
  const groups = new Map()
  for (const item of items) {
    const key = keyOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}

/** A cell of a table. @param {string} text */
export const cell = (text) => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ")

/** A type as code. `table` escapes its bars. @param {string} type */
export const typeCell = (type) => `\`${type.replaceAll("`", "'")}\``

/** @param {ReadonlyArray<string>} head @param {ReadonlyArray<ReadonlyArray<string>>} rows */
export const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n")
