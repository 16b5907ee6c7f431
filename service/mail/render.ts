/** A template and its variables as a mail that can be sent. */
import { treeOf } from "./block-tree.ts"
import type { BlockDocument } from "./blocks.ts"
import { makeLinks, unmarked, withoutLinks } from "./links.ts"
import { renderHtml } from "./render-html.ts"
import { renderText } from "./render-text.ts"
import { fillIn, type Variables } from "./template-text.ts"

export interface Rendered {
  readonly subject: string
  readonly html: string
  readonly text: string
  /** The addresses in it, each once, in the order in which it names them. */
  readonly links: ReadonlyArray<string>
  /** What people type or hand on: the short code if the mail shows one, then the whole codes in its links. */
  readonly codes: ReadonlyArray<string>
}

export const renderMail = (template: string, document: BlockDocument, given: Variables): Rendered => {
  const variables = new Map([...given].map(([variable, value]) => [variable, isName(variable) ? nameOf(value) : value]))
  const fillProse = (text: string) => fillIn(text, variables)
  const fill = (text: string) => unmarked(fillProse(text))
  const subject = oneLine(fill(template))
  const links = makeLinks()
  const nodes = treeOf(document)
  const html = renderHtml({ subject, layout: document.root.data, nodes, fill, fillProse, links })
  const text = renderText(nodes, fill)
  const otp = variables.get("otp")
  const typed = otp !== undefined && (text.includes(otp) || subject.includes(otp)) ? [otp] : []
  const whole = links.all().flatMap((link) => URL.parse(link)?.searchParams.get("code") ?? [])
  return { subject, html, text, links: links.all(), codes: [...new Set([...typed, ...whole])] }
}

/** What people call themselves, their teams and their projects (wire, section 12). */
const isName = (variable: string) => variable.endsWith("DisplayName")

/** Of a name, in code points. Longer ones are cut: requests take names of 10,000 characters, which is a letter. */
const MAX_NAME = 100

/**
 * A name that makes no text of its own out of a mail that others get: it is one short line, no address begins in it,
 * and what follows it reads in its own direction (Unicode Standard Annex 9, section 2).
 */
const nameOf = (text: string): string => {
  const name = [...oneLine(text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, ""))]
  return withoutLinks(name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1).join("")}…` : name.join(""))
}

/** A subject is one line, whatever its variables hold: a line end would begin another header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim()
