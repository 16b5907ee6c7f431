/** Renders a template with its variables as a mail. */
import type { SupportedLanguage } from "../../core/schema/supported-languages.ts"
import { treeOf } from "./block-tree.ts"
import type { BlockDocument } from "./blocks.ts"
import { makeLinks, removeMarks, withoutLinks } from "./links.ts"
import { directionOf } from "./mail-language.ts"
import { renderHtml } from "./render-html.ts"
import { renderText } from "./render-text.ts"
import type { MailLogo } from "./logo.ts"
import { fillIn, type Variables } from "./template-text.ts"

interface RenderedMail {
  readonly subject: string
  readonly html: string
  readonly text: string
  /** The URLs in the mail, each once, in the order of their occurrence. */
  readonly links: ReadonlyArray<string>
  /** The codes in the mail: the short code if it shows one, then the whole codes in its links. */
  readonly codes: ReadonlyArray<string>
}

/** The content of a mail before it is rendered. */
interface RenderInput {
  /** The template of the subject. */
  readonly subject: string
  readonly document: BlockDocument
  readonly language: SupportedLanguage
  readonly variables: Variables
  readonly logo: MailLogo | null
}

export const renderMail = ({
  document,
  language,
  logo,
  subject: template,
  variables: given
}: RenderInput): RenderedMail => {
  const direction = directionOf(language)
  const shownName = (text: string) => (direction === "rtl" ? isolate(nameOf(text)) : nameOf(text))
  const variables = new Map(
    [...given].map(([variable, value]) => [variable, isName(variable) ? shownName(value) : value])
  )
  const fillProse = (text: string) => fillIn(text, variables)
  const fill = (text: string) => removeMarks(fillProse(text))
  const subject = oneLine(fill(template))
  const links = makeLinks()
  const nodes = treeOf(document)
  const alt = variables.get("projectDisplayName") ?? ""
  const { data: layout } = document.root
  const html = renderHtml({ subject, layout, logo, alt, nodes, fill, fillProse, links, language, direction })
  const text = renderText(nodes, fill)
  const otp = variables.get("otp")
  const typed = otp !== undefined && (text.includes(otp) || subject.includes(otp)) ? [otp] : []
  const whole = links.all().flatMap((link) => URL.parse(link)?.searchParams.get("code") ?? [])
  return { subject, html, text, links: links.all(), codes: [...new Set([...typed, ...whole])] }
}

/** Variables with the display names of users, teams and projects, which their owners choose. */
const isName = (variable: string) => variable.endsWith("DisplayName")

/** The maximum length of a name, in code points. Requests accept names of 10,000 characters. */
const MAX_NAME = 100

/**
 * Sanitizes a name, so that it cannot add content to a mail to other users: one short line without URLs and
 * bidirectional controls (Unicode Standard Annex 9, section 2).
 */
const nameOf = (text: string): string => {
  const name = [...oneLine(text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, ""))]
  return withoutLinks(name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1).join("")}…` : name.join(""))
}

/**
 * Isolates a name in a text from right to left, so that a Latin one does not reorder the sentence (Unicode Standard
 * Annex 9, section 2). An empty one stays empty, because conditions test for it.
 */
const isolate = (name: string): string => (name === "" ? "" : `\u2068${name}\u2069`)

/** Removes line ends from a subject, which would start another header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim()
