// @ts-check
// Pages of errors, settings, permissions and the command.

import { spawnSync } from "node:child_process"
import { join } from "node:path"
import ts from "typescript"
import { baseUrlVariables, variables } from "../../../core/environment/variables.ts"
import { knownErrors } from "../../../core/errors/known-errors.ts"
import { systemPermissionIds } from "../../../core/schema/fields/permission-id.ts"
import { settings } from "../../../service/production/settings.ts"
import { callAddress, keysTable } from "./calls.mjs"
import { root, table } from "./program.mjs"

/** The rights of a member with the permission. */
const permissions = {
  $update_team: "Change the team's name, image and metadata",
  $delete_team: "Delete the team",
  $read_members: "See the members of the team and their profiles",
  $remove_members: "Remove members and change their roles",
  $invite_members: "Invite users, and see and revoke open invitations",
  $manage_api_keys: "Create, change and revoke the API keys of the team"
}

/**
 * @param {import("./program.mjs").Program} program
 * @param {ReadonlyArray<{ tier: string, calls: ReadonlyArray<import("./calls.mjs").Call> }>} tiers
 */
export const errorsPage = (program, tiers) => {
  const classes = new Map(program.exportsOf("core/index.ts").map(({ name, symbol }) => [name, symbol]))
  const known = knownErrors.map((one) => ({ name: one.name, one })).sort((a, b) => a.name.localeCompare(b.name))
  const local = [...classes.keys()].filter(
    (name) =>
      !known.some((one) => one.name === name) &&
      tiers.some(({ calls }) => calls.some((call) => call.errors.includes(name)))
  )
  const sections = [
    ...known.map(({ name, one }) => ({ name, one })),
    ...local.map((name) => ({ name, one: undefined }))
  ]
  return [
    "# Errors",
    "Every error that a call can fail with: its cause, the message with what to do, and the calls. A message that is " +
      "not here is in [problems](../problems.md).",
    ...sections.map(({ name, one }) => {
      const symbol = classes.get(name)
      const message = symbol === undefined ? undefined : messageOf(symbol)
      const calls = tiers.flatMap(({ calls, tier }) =>
        calls.filter(({ errors }) => errors.includes(name)).map((call) => ({ tier, call }))
      )
      const links = calls.map(({ call, tier }) => `[${tier}: ${call.name}](${callAddress(tier, call)})`)
      return [
        `## ${name}`,
        symbol === undefined ? "" : program.textOf(symbol),
        ...(one === undefined ? [] : [`Code \`${one.code}\`, HTTP status ${one.status}.`]),
        ...(message === undefined ? [] : [`Message: “${message}”`]),
        ...(links.length === 0 || links.length > 40 ? [] : [`Calls: ${links.join(", ")}.`])
      ]
        .filter((line) => line !== "")
        .join("\n\n")
    })
  ].join("\n\n")
}

/**
 * The message in the declaration of an error, with the names of its details for their values.
 *
 * @param {ts.Symbol} symbol
 */
const messageOf = (symbol) => {
  /** @type {string | undefined} */
  let found
  /** @param {ts.Node} node */
  const search = (node) => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === "message") found = textIn(node.initializer)
    else ts.forEachChild(node, search)
  }
  if (symbol.valueDeclaration !== undefined && ts.isClassDeclaration(symbol.valueDeclaration)) {
    for (const clause of symbol.valueDeclaration.heritageClauses ?? []) search(clause)
  }
  return found
}

/** The text of an expression; `…` for what is computed. @param {ts.Node} node @returns {string | undefined} */
const textIn = (node) => {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isArrowFunction(node)) return textIn(node.body)
  if (ts.isParenthesizedExpression(node)) return textIn(node.expression)
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [textIn(node.left), textIn(node.right)]
    return left === undefined || right === undefined ? undefined : left + right
  }
  if (!ts.isTemplateExpression(node)) return undefined
  return node.templateSpans.reduce(
    (text, { expression, literal }) =>
      `${text}${ts.isIdentifier(expression) ? `‹${expression.text}›` : "…"}${literal.text}`,
    node.head.text
  )
}

/** @param {import("./program.mjs").Program} program */
export const seedPage = (program) => {
  const seed = program.exportsOf("service/development/seed/seed.ts").find(({ name }) => name === "Seed")?.symbol
  if (seed === undefined) throw new Error("There is no Seed.")
  return [
    "# Seed keys",
    "The keys of the file that `keystile dev --seed` reads: see [the service](../service.md).",
    keysTable(program, program.checker.getDeclaredTypeOfSymbol(seed))
  ].join("\n\n")
}

export const configurationPage = () =>
  [
    "# Configuration and environment variables",
    "## The service in production",
    "Keys of the configuration file of `keystile serve`, with the flag and the environment variable of each. A flag " +
      "wins over a variable, and a variable over the file: see [production](../production.md).",
    table(
      ["Key", "Flag", "Variable", "Meaning", "Default"],
      Object.entries(settings).map(([key, { description, fallback, flag, variable }]) => [
        `\`${key}\``,
        flag === null ? "none" : `\`--${flag}\``,
        `\`${variable}\``,
        description,
        fallback === undefined ? "required" : fallback === null ? "none" : `\`${fallback}\``
      ])
    ),
    "## Clients",
    "Variables that the tiers read where an option is missing. In a Vite app, pass options as props of the provider.",
    table(
      ["Option", "Variables"],
      Object.entries(variables).map(([option, variable]) => [
        `\`${option}\``,
        option === "baseUrl"
          ? [...new Set([...baseUrlVariables("browser"), ...baseUrlVariables("server")])]
              .map((one) => `\`${one}\``)
              .join(", ")
          : `\`${variable}\``
      ])
    )
  ].join("\n\n")

export const permissionsPage = () =>
  [
    "# Permissions",
    "Team permissions that the service checks. A project defines others, without `$`, which may contain these.",
    table(
      ["Id", "Allows members to"],
      systemPermissionIds.map((id) => [`\`${id}\``, permissions[id]])
    ),
    "New projects have two definitions: `admin` contains all of these, and the creator of a team gets it. `member` " +
      "contains `$read_members` and `$invite_members`, and users who join a team get it."
  ].join("\n\n")

/** The help of the command and of each subcommand. */
export const commandPage = () => {
  const main = help([])
  const names = namesIn(main)
  const sections = names.flatMap((name) => {
    const text = help([name])
    return [[name, text], ...namesIn(text).map((child) => [`${name} ${child}`, help([name, child])])]
  })
  return [
    "# The command",
    "What `keystile --help` prints, and the help of each subcommand.",
    `\`\`\`text\n${main}\n\`\`\``,
    ...sections.map(([name, text]) => `## keystile ${name}\n\n\`\`\`text\n${text}\n\`\`\``)
  ].join("\n\n")
}

/** The names of the subcommands that a help lists. @param {string} text */
const namesIn = (text) =>
  [...(text.split("SUBCOMMANDS\n")[1] ?? "").matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name = ""]) => name)

/** @param {ReadonlyArray<string>} command */
const help = (command) => {
  const args = [join(root, "cli", "bin.mjs"), ...command, "--help"]
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" }
  })
  if (status !== 0) throw new Error(`keystile ${command.join(" ")} --help ended with ${status}`)
  return stdout.trim()
}
