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
 *   topic: string | undefined
 * }} Call `isCall` is false for a value, and for a function that returns other calls. Calls of a topic have a page of
 *   their own
 * @typedef {"client" | "server" | "admin"} Tier
 */

/** The calls of a tier. @param {import("./program.mjs").Program} program @param {string} source @param {string} type */
export const callsOf = (program, source, type) => {
  const symbol = program.exportsOf(source).find(({ name }) => name === type)?.symbol
  if (symbol === undefined) throw new Error(`${source} does not export ${type}.`)
  return program.checker.getPropertiesOfType(program.checker.getDeclaredTypeOfSymbol(symbol)).flatMap((member) => {
    const own = typeOf(program, member)
    return program.isOwn(member) && own.getProperties().some((one) => isCallMember(program, one))
      ? callsIn(program, own.getProperties(), `${member.name}.`, () => member.name)
      : callsIn(program, [member], "", (one) => topicOf(one, type))
  })
}

/**
 * The topic of a call without a group: that of the interface which declares it, such as `Magic link` of
 * `MagicLinkCalls`. What the tier's own type declares has none.
 *
 * @param {ts.Symbol} symbol
 * @param {string} tier the name of the tier's type
 */
const topicOf = (symbol, tier) => {
  const declared = ts.findAncestor(symbol.declarations?.[0], ts.isInterfaceDeclaration)?.name.text ?? tier
  if (declared === tier) return undefined
  const [first, ...others] = declared.replace(/Calls$/, "").split(/(?<=[a-z])(?=[A-Z])/)
  return [first, ...others.map((word) => word.toLowerCase())].join(" ")
}

/**
 * @param {import("./program.mjs").Program} program
 * @param {ReadonlyArray<ts.Symbol>} symbols
 * @param {string} prefix of their names
 * @param {(symbol: ts.Symbol) => string | undefined} topic
 * @returns {Array<Call>}
 */
const callsIn = (program, symbols, prefix, topic) =>
  symbols.map((symbol) => {
    const own = typeOf(program, symbol)
    const signatures = own.getCallSignatures()
    const found = [own, ...signatures.map((signature) => signature.getReturnType())].filter(isCall)
    const errors = new Set(found.flatMap((one) => errorsOf(program, one)))
    return {
      name: `${prefix}${symbol.name}`,
      text: program.textOf(symbol),
      type: program.typeText(own),
      isCall: found.length > 0,
      errors: [...errors].sort(),
      parameters: parameters(program, symbol, signatures),
      topic: topic(symbol)
    }
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

/** The section of a call, from `reference`. @param {string} tier @param {Pick<Call, "name" | "topic">} call */
export const callAddress = (tier, { name, topic }) =>
  `calls/${tier}${topic === undefined ? "" : `/${slug(topic)}`}.md#${slug(name)}`

/**
 * The pages of a tier: its contents with the calls that have no topic, and one of each topic.
 *
 * @param {Tier} tier
 * @param {ReadonlyArray<Call>} calls
 * @param {import("./examples.mjs").Links} examples
 * @returns {Array<import("./components.mjs").Page>}
 */
export const callsPages = (tier, calls, examples) => {
  const topics = groupBy(calls, ({ topic }) => topic)
  const others = topics.get(undefined) ?? []
  topics.delete(undefined)
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
        "Most calls are on a page of their topic:",
        [...topics]
          .map(([topic = "", own]) => {
            const links = own.map((call) => `[\`${call.name}\`](../${callAddress(tier, call)})`)
            return `- [${topic}](${tier}/${slug(topic)}.md): ${links.join(", ")}`
          })
          .join("\n"),
        ...others.map((call) => callSection(tier, call, examples, "../"))
      ].join("\n\n")
    },
    ...[...topics].map(([topic = "", own]) => ({
      path: `reference/calls/${tier}/${slug(topic)}.md`,
      title: topic,
      text: [
        `# ${tier.charAt(0).toUpperCase()}${tier.slice(1)} tier: ${topic}`,
        `Of the [calls of the ${tier} tier](../${tier}.md), with their errors:`,
        own.map(({ name }) => `[\`${name}\`](#${slug(name)})`).join(", "),
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
