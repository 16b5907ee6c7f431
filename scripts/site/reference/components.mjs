// @ts-check
// Pages of the components: props from the types, and examples from the gallery.

import { propertyTable } from "./parameters.mjs"
import { writtenExample } from "./written-examples.mjs"

/** States of the gallery that show a component which no state is named after, by their ids. */
const shownIn = {
  AuthPage: "signup-every-method",
  Card: "messagecard-two-links",
  CredentialSignIn: "signin-only-a-password",
  CredentialSignUp: "signup-every-method",
  FormSkeleton: "signin-loading",
  KeystileProvider: "signin-a-logo",
  LastTag: "signin-every-method",
  LinkButton: "teaminvitation-signed-out",
  PasskeyButton: "signin-only-a-passkey",
  PasswordField: "signin-only-a-password",
  PasswordStrength: "signup-a-weak-password",
  ProviderButtons: "signin-every-provider",
  Separator: "signin-every-method"
}

/** Components that the page `components.html` of the gallery shows in its group of controls. */
const controls = new Set(["Button", "CodeField", "Field", "PasskeyMethodButton", "ProviderButton", "Scope", "Tabs"])

/** Components that show nothing in the gallery, with what their pages have instead. */
const withoutExample = {
  DashboardProvider: "It renders only its children: [an admin page](../../dashboard.md#an-admin-page).",
  FrameGuard: "It renders only its children, unless the page is in a frame.",
  KeystileDevtools:
    "It renders nothing in production, as on this site. In development:\n\n" +
    "![The open panel over a page](../../images/devtools.png)"
}

/**
 * @typedef {{ id: string, of: string, name: string, components: ReadonlyArray<string> }} Shown a state of the gallery
 * @typedef {{ path: string, title: string, text: string }} Page
 */

/** @param {import("./program.mjs").Program} program @param {ReadonlyArray<Shown>} states @returns {Array<Page>} */
export const componentPages = (program, states) => {
  const entries = [
    { entry: "keystile/react", source: "react/index.ts", prefix: "" },
    { entry: "keystile/dashboard", source: "react/dashboard/index.ts", prefix: "" },
    { entry: "keystile/devtools", source: "react/devtools/index.ts", prefix: "" },
    { entry: "keystile/react/parts", source: "react/parts/sign-in.ts", prefix: "SignIn." },
    { entry: "keystile/react/parts", source: "react/parts/sign-up.ts", prefix: "SignUp." }
  ]
  return entries.flatMap(({ entry, prefix, source }) =>
    program
      .exportsOf(source)
      .filter(({ name }) => /^[A-Z][a-z]/.test(name))
      .flatMap(({ name, symbol }) => {
        if (symbol.valueDeclaration === undefined) return []
        const type = program.checker.getTypeOfSymbol(symbol)
        const [signature] = type.getCallSignatures()
        if (signature === undefined || signature.parameters.length > 1) return []
        const title = `${prefix}${name}`
        const parameter = signature.parameters[0]
        const props = parameter === undefined ? undefined : program.checker.getTypeOfSymbol(parameter)
        return [
          {
            path: `reference/components/${title.toLowerCase().replace(".", "-")}.md`,
            title,
            text: page(title, entry, program, symbol, props, statesOf(title, states))
          }
        ]
      })
  )
}

/** @param {string} title @param {ReadonlyArray<Shown>} states */
const statesOf = (title, states) => {
  const part = title.startsWith("SignIn.") || title.startsWith("SignUp.")
  const own = states.filter(({ of }) => of === title)
  if (own.length > 0) return own.slice(0, 3)
  const shown = states.filter(({ id }) => id === /** @type {Readonly<Record<string, string>>} */ (shownIn)[title])
  if (shown.length > 0) return shown
  const within = states.filter(({ components }) => components.includes(title))
  if (within.length > 0) return within.slice(0, 1)
  return part ? states.filter(({ of }) => of === title.split(".")[0]).slice(0, 1) : []
}

/**
 * @param {string} title
 * @param {string} entry
 * @param {import("./program.mjs").Program} program
 * @param {import("typescript").Symbol} symbol
 * @param {import("typescript").Type | undefined} props
 * @param {ReadonlyArray<Shown>} states
 */
const page = (title, entry, program, symbol, props, states) => {
  const rows = props === undefined ? [] : program.propertiesOf(props)
  const others = props === undefined ? [] : props.getProperties().filter((one) => !program.isOwn(one))
  const imported = title.split(".")[0]
  return [
    `# ${title}`,
    program.textOf(symbol),
    `\`\`\`tsx\nimport { ${imported} } from "${entry}"\n\`\`\``,
    ...(title.startsWith("SignIn.") ? ["Example: [all parts in one form](../../parts.md)."] : writtenExample(title)),
    ...program.examplesOf(symbol).map((example) => `\`\`\`tsx\n${example}\n\`\`\``),
    "## Props",
    rows.length === 0 ? "No props of its own." : propertyTable("Prop", rows),
    ...(others.length === 0 ? [] : ["It also takes the attributes of its element, such as `className` and `id`."]),
    ...examples(title, states)
  ].join("\n\n")
}

/** @param {string} title @param {ReadonlyArray<Shown>} states */
const examples = (title, states) => {
  if (states.length > 0) {
    return [
      "## Live example",
      ...states.map(({ id, name, of }) => `\`\`\`live-example\nstate=${id}\ntitle=${of}: ${name}\n\`\`\``)
    ]
  }
  const text = /** @type {Readonly<Record<string, string>>} */ (withoutExample)[title]
  if (text !== undefined) return ["## Live example", text]
  if (!controls.has(title)) throw new Error(`No state of the gallery shows ${title}.`)
  return ["## Live example", `\`\`\`live-example\ngroup=controls\ntitle=${title}\n\`\`\``]
}
