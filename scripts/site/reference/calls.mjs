// @ts-check
// Pages of the calls of each tier, with the errors of each call.

import { slug } from "github-slugger"
import ts from "typescript"
import { exampleLink } from "./examples.mjs"
import { parameters } from "./parameters.mjs"
import { groupBy, table, typeCell } from "./program.mjs"
import { exampleOfCall } from "./written-examples.mjs"

/**
 * @typedef {{
 *   name: string
 *   text: string
 *   type: string
 *   isCall: boolean
 *   errors: ReadonlyArray<string>
 *   parameters: ReadonlyArray<string>
 * }} Call `isCall` is false for a value, and for a function that returns other calls
 * @typedef {"client" | "server" | "admin"} Tier
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
    const own = typeOf(program, symbol)
    const name = `${prefix}${symbol.name}`
    // A group of calls, such as `teams`.
    if (prefix === "" && program.isOwn(symbol) && own.getProperties().some((one) => isCallMember(program, one)))
      return members(program, own, `${name}.`)
    const signatures = own.getCallSignatures()
    const found = [own, ...signatures.map((signature) => signature.getReturnType())].filter(isCall)
    const errors = new Set(found.flatMap((one) => errorsOf(program, one)))
    return [
      {
        name,
        text: program.textOf(symbol),
        type: program.typeText(own),
        isCall: found.length > 0,
        errors: [...errors].sort(),
        parameters: parameters(program, symbol, signatures)
      }
    ]
  })

/** @param {import("./program.mjs").Program} program @param {ts.Symbol} symbol */
const isCallMember = (program, symbol) =>
  typeOf(program, symbol)
    .getCallSignatures()
    .some((signature) => isCall(signature.getReturnType()))

/**
 * The type of a member of a tier. `users` has the default of its type parameter.
 *
 * @param {import("./program.mjs").Program} program
 * @param {ts.Symbol} symbol
 */
const typeOf = ({ checker }, symbol) => {
  const type = checker.getTypeOfSymbol(symbol)
  return type.isTypeParameter() ? (checker.getDefaultFromTypeParameter(type) ?? type) : type
}

/** @param {ts.Type} type */
export const isCall = (type) => ["Effect", "Stream"].includes(type.symbol?.name ?? "")

/** The names of the errors of an effect. @param {import("./program.mjs").Program} program @param {ts.Type} type */
export const errorsOf = (program, type) => {
  const error = program.checker.getTypeArguments(/** @type {ts.TypeReference} */ (type))[1]
  if (error === undefined || error.flags & ts.TypeFlags.Never) return []
  return (error.isUnion() ? error.types : [error]).map((one) => one.symbol?.name ?? program.typeText(one))
}

/** The group of a call, such as `teams`. @param {string} name */
const groupOf = (name) => (name.includes(".") ? name.slice(0, name.indexOf(".")) : undefined)

/** The section of a call, from `reference`. @param {string} tier @param {string} name */
export const callAddress = (tier, name) => {
  const group = groupOf(name)
  return `calls/${tier}${group === undefined ? "" : `/${group.toLowerCase()}`}.md#${slug(name)}`
}

/**
 * The pages of a tier: one of the calls without a group, and one of each group.
 *
 * @param {Tier} tier
 * @param {ReadonlyArray<Call>} calls
 * @param {import("./examples.mjs").Links} examples
 * @returns {Array<import("./components.mjs").Page>}
 */
export const callsPages = (tier, calls, examples) => {
  const groups = groupBy(calls, ({ name }) => groupOf(name))
  const others = groups.get(undefined) ?? []
  groups.delete(undefined)
  return [
    {
      path: `reference/calls/${tier}.md`,
      title: `Calls: ${tier} tier`,
      text: [
        `# Calls of the ${tier} tier`,
        `Every call of the ${tier} tier, as \`keystile/${tier}\` has it, with its errors. A call never fails with ` +
          "another one.",
        ...(tier === "client"
          ? []
          : [
              "Calls about the signed-in user are about that of the token store. `withTokenStore(request)` has the " +
                "same calls for the user of a request."
            ]),
        "Calls of a group have a page of their own:",
        [...groups]
          .map(([group = "", own]) => {
            const links = own.map(({ name }) => `[\`${name}\`](../${callAddress(tier, name)})`)
            return `- [${group}](${tier}/${group.toLowerCase()}.md): ${links.join(", ")}`
          })
          .join("\n"),
        ...others.map((call) => callSection(tier, call, examples, "../"))
      ].join("\n\n")
    },
    ...[...groups].map(([group = "", own]) => ({
      path: `reference/calls/${tier}/${group.toLowerCase()}.md`,
      title: group,
      text: [
        `# ${tier.charAt(0).toUpperCase()}${tier.slice(1)} tier: ${group}`,
        `Calls of the group \`${group}\` of the [${tier} tier](../${tier}.md), with their errors.`,
        ...own.map((call) => callSection(tier, call, examples, "../../"))
      ].join("\n\n")
    }))
  ]
}

/**
 * @param {Tier} tier
 * @param {Call} call
 * @param {import("./examples.mjs").Links} examples
 * @param {string} base the path to `reference`
 */
const callSection = (tier, { errors, isCall, name, parameters, text, type }, examples, base) =>
  [
    `## ${name}`,
    text,
    `\`\`\`ts\n${name}: ${type}\n\`\`\``,
    ...parameters,
    errors.length === 0
      ? isCall
        ? "It has no errors."
        : "It sends no request."
      : `Errors: ${errors.map((error) => `[\`${error}\`](${base}errors.md#${slug(error)})`).join(", ")}.`,
    ...exampleOfCall(tier, name),
    ...exampleLink(name, examples, `${base}../`)
  ].join("\n\n")

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
