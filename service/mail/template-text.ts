/**
 * Fills mail templates, in a subset of Handlebars.
 *
 * `{{ name }}` is the value of a variable, or nothing. `{{#if name}}…{{else}}…{{/if}}` and `{{#unless
 * name}}…{{/unless}}` test for a value that is not empty. Values are not escaped here: the renderer escapes them.
 * Variables are looked up in a map, so templates cannot reach other properties, and values are not parsed as
 * templates again. Other expressions stay in the text unchanged.
 */

export type Variables = ReadonlyMap<string, string>

/** A token of a template. */
type Token =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "open"; readonly block: string; readonly name: string }
  | { readonly kind: "else" }
  | { readonly kind: "close"; readonly block: string }

/** An open condition: `true` if its text is included, and if that around it is. */
interface OpenCondition {
  readonly block: string
  readonly isHolding: boolean
  readonly isOuterShown: boolean
  readonly isElse: boolean
}

/** Fills the variables of a template. */
export const fillIn = (template: string, variables: Variables): string => {
  const open: Array<OpenCondition> = []
  let filled = ""
  for (const token of tokensOf(template)) {
    const inner = open.at(-1)
    const isShown = inner === undefined || (inner.isOuterShown && inner.isHolding !== inner.isElse)
    switch (token.kind) {
      case "text":
        if (isShown) filled += token.text
        break
      case "variable":
        if (isShown) filled += variables.get(token.name) ?? ""
        break
      case "open": {
        const { block, name } = token
        const isThere = (variables.get(name) ?? "") !== ""
        open.push({ block, isHolding: (block === "if") === isThere, isOuterShown: isShown, isElse: false })
        break
      }
      case "else":
        if (inner !== undefined) open.splice(-1, 1, { ...inner, isElse: true })
        break
      case "close":
        if (inner?.block === token.block) open.pop()
        break
    }
  }
  return filled
}

/** Returns the names of the variables in a template, each as often as it is used. */
export const variablesOf = (template: string): ReadonlyArray<string> =>
  tokensOf(template).flatMap((token) => (token.kind === "variable" ? [token.name] : []))

const tokensOf = (template: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  let rest = template
  for (let start = rest.indexOf("{{"); start !== -1; start = rest.indexOf("{{")) {
    const isTriple = rest.startsWith("{{{", start)
    const [opening, closing] = isTriple ? ["{{{", "}}}"] : ["{{", "}}"]
    const end = rest.indexOf(closing, start + opening.length)
    if (end === -1) break
    const after = end + closing.length
    const token = readExpression(rest.slice(start + opening.length, end))
    tokens.push({ kind: "text", text: rest.slice(0, start) })
    tokens.push(token ?? { kind: "text", text: rest.slice(start, after) })
    rest = rest.slice(after)
  }
  return [...tokens, { kind: "text", text: rest }]
}

const readExpression = (inside: string): Token | undefined => {
  const [first = "", name, ...more] = inside.trim().split(/\s+/)
  if (first.startsWith("!")) return { kind: "text", text: "" }
  if (more.length > 0) return undefined
  if (name !== undefined) {
    return (first === "#if" || first === "#unless") && isName(name)
      ? { kind: "open", block: first.slice(1), name }
      : undefined
  }
  if (first === "else") return { kind: "else" }
  if (first === "/if" || first === "/unless") return { kind: "close", block: first.slice(1) }
  return isName(first) ? { kind: "variable", name: first } : undefined
}

const isName = (text: string) => /^[a-z]\w*$/i.test(text)
