// @ts-check
// Examples that are written for the reference, in `scripts/site/examples`. The type check compiles them.

import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./program.mjs"

const marker = /^\/\/ example: (.*)\n/m

/**
 * The code of each example, with the imports that it needs, by name: that of a hook, a component or a call, or of an
 * entry and its export.
 *
 * @type {ReadonlyMap<string, string>}
 */
const examples = new Map(
  globSync("scripts/site/examples/*.{ts,tsx}", { cwd: root }).flatMap((file) => {
    const [head = "", ...parts] = readFileSync(join(root, file), "utf8").split(marker)
    const imports = head.match(/^import .*$/gm) ?? []
    return parts.flatMap((names, index) => {
      if (index % 2 === 1) return []
      const code = (parts[index + 1] ?? "").trim()
      const text = [imports.flatMap((line) => importFor(line, code)).join("\n"), code].filter(Boolean).join("\n\n")
      return keysOf(names).map((key) => /** @type {const} */ ([key, text]))
    })
  })
)

/**
 * The part of an import that code uses, on one line.
 *
 * @param {string} line
 * @param {string} code
 * @returns {Array<string>}
 */
function importFor(line, code) {
  const isUsed = (/** @type {string} */ name) => new RegExp(`\\b${name}\\b`).test(code)
  const [, namespace, names, module] = /^import (?:\* as (\w+)|\{ (.*) \}) from (".*")$/.exec(line) ?? []
  if (module === undefined) throw new Error(`An import of an example is on one line, with all its names: ${line}`)
  if (namespace !== undefined) return isUsed(namespace) ? [line] : []
  const used = (names ?? "").split(", ").filter(isUsed)
  return used.length === 0 ? [] : [`import { ${used.join(", ")} } from ${module}`]
}

/** `keystile/a x y, keystile/b z` names three exports of two entries, and `x y` two names. @param {string} names */
function keysOf(names) {
  return names.split(", ").flatMap((group) => {
    const [first = "", ...others] = group.trim().split(" ")
    return first.startsWith("keystile") ? others.map((name) => `${first} ${name}`) : [first, ...others]
  })
}

/**
 * The example of a name as Markdown, if one is written. That of `SignUp.*` is for `SignUp.Email`, too.
 *
 * @param {string} name
 */
export const writtenExample = (name) => inMarkdown(examples.get(name) ?? examples.get(name.replace(/\.\w+$/, ".*")))

/**
 * The example of a call as Markdown, for a tier: one that is written for the tier or for one that it extends, else that
 * of another tier with its own service.
 *
 * @param {"client" | "server" | "admin"} tier
 * @param {string} name
 */
export const exampleOfCall = (tier, name) => {
  const own = { client: ["client"], server: ["server"], admin: ["admin", "server"] }[tier]
  const written = own.flatMap((one) => examples.get(`keystile/${one} ${name}`) ?? [])[0]
  const example = written ?? examples.get(name)
  return inMarkdown(example && inTier(tier, example))
}

/**
 * A program on the service of a tier, as one on that of another: a server has the calls of a client, and an admin those
 * of a server.
 *
 * @param {"client" | "server" | "admin"} tier
 * @param {string} code
 */
export const inTier = (tier, code) => {
  const [, found] = /\byield\* (Client|Server|Admin)\.\1\b/.exec(code) ?? []
  const service = `${tier.charAt(0).toUpperCase()}${tier.slice(1)}`
  if (found === undefined || found === service) return code
  return code
    .replaceAll(`${found}.${found}`, `${service}.${service}`)
    .replaceAll(
      new RegExp(`(?<=^import \\* as )${found} from "keystile/\\w+"`, "gm"),
      `${service} from "keystile/${tier}"`
    )
    .replaceAll(new RegExp(`(?<![\\w/])${found.toLowerCase()}\\b`, "g"), tier)
}

/** @param {string | undefined} example */
const inMarkdown = (example) => (example === undefined ? [] : [`Example:\n\n\`\`\`tsx\n${example}\n\`\`\``])
