/**
 * Renders a tree of blocks as the HTML of a mail: a card on a page. A divider between the sections of the card is
 * drawn as a perforation, with the footer below it.
 */
import { palette } from "../../look/palette.ts"
import { escapeHtml } from "../response/escape-html.ts"
import type { Node } from "./block-tree.ts"
import type { BlockOf } from "./blocks.ts"
import { element, type MailHtml, openTag, row, styles, table } from "./html.ts"
import {
  button,
  fontOf,
  heading,
  image,
  line,
  paddingOf,
  perforation,
  px,
  sans,
  text,
  type Writer
} from "./html-blocks.ts"
import { belowLogo, darkLogoRules, type MailLogo, logoRow } from "./logo.ts"
import { makePainter } from "./painter.ts"

interface HtmlInput extends Omit<Writer, "painter"> {
  readonly subject: string
  readonly nodes: ReadonlyArray<Node>
  readonly logo: MailLogo | null
  /** The text of the logo. */
  readonly alt: string
  /** BCP 47 tag. */
  readonly language: string
}

const WIDTH = 480

/** The start of the rules for the dark scheme. */
const DARK = "@media (prefers-color-scheme:dark){"

/** Returns the whole HTML document. */
export const renderHtml = (input: HtmlInput): MailHtml => {
  const { alt, direction, language, logo, nodes, subject } = input
  const writer: Writer = { ...input, painter: makePainter() }
  const { layout, painter } = writer
  const page = painter.paint({ "background-color": layout.backdropColor ?? palette.surface.light })
  const card = painter.paint({
    "background-color": layout.canvasColor ?? palette.surface.light,
    "border-color": layout.borderColor,
    color: layout.textColor ?? palette.ink.light
  })
  const cardStyle = styles({
    ...card.rules,
    width: "100%",
    "max-width": `${WIDTH}px`,
    border: layout.borderColor == null ? undefined : `1px solid ${layout.borderColor}`,
    "border-radius": px(layout.borderRadius),
    "border-collapse": "separate",
    "font-family": fontOf(layout.fontFamily) ?? sans,
    "text-align": direction === "rtl" ? "right" : "left"
  })
  const content = (logo === null ? nodes : belowLogo(nodes)).map((node) => block(writer, node, true))
  // All colors have been collected now.
  const isAdaptable = painter.isAdaptable()
  const head = logo === null ? "" : logoRow(logo, alt, isAdaptable)
  // Mail programs that show a mail within a page drop its `html` element.
  const body = table(
    { width: "100%", lang: language, dir: direction, class: page.class, style: styles(page.rules) },
    row(
      { align: "center", style: "padding:32px 12px" },
      `<!--[if mso]><table role="presentation" width="${WIDTH}" cellpadding="0" cellspacing="0"><tr><td><![endif]-->`,
      table({ width: "100%", class: card.class, style: cardStyle }, head, ...content),
      "<!--[if mso]></td></tr></table><![endif]-->"
    )
  )
  const scheme = isAdaptable ? "light dark" : "light only"
  const darkRules = `${painter.darkRules()}${logo === null ? "" : darkLogoRules(logo)}`
  const dark = isAdaptable ? `${DARK}${darkRules}}` : ""
  return [
    "<!doctype html>",
    openTag("html", { lang: language, dir: direction }),
    `<head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1">`,
    openTag("meta", { name: "color-scheme", content: scheme }),
    openTag("meta", { name: "supported-color-schemes", content: scheme }),
    `<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">`,
    element("title", {}, escapeHtml(subject)),
    `<style>:root{color-scheme:${scheme}}${dark}</style></head>`,
    element("body", { class: page.class, style: styles({ ...page.rules, margin: 0, padding: 0 }) }, body),
    "</html>"
  ].join("\n")
}

/** Renders a block as a row of the surrounding table. */
const block = (writer: Writer, { block, inside }: Node, isPartOfCard: boolean): MailHtml => {
  switch (block.type) {
    case "Button":
      return button(writer, block.data)
    case "ColumnsContainer":
      return columns(writer, block.data, inside)
    case "Container":
      return container(writer, block.data, inside[0] ?? [])
    case "Divider":
      return (isPartOfCard && writer.layout.borderColor != null ? perforation : line)(writer, block.data)
    case "Heading":
      return heading(writer, block.data)
    case "Image":
      return image(writer, block.data)
    case "Spacer": {
      const height = px(block.data.props?.height ?? 16)
      return row({ style: styles({ height, "line-height": height, "font-size": "1px" }) }, "&nbsp;")
    }
    case "Text":
      return text(writer, block.data)
  }
}

const container = (writer: Writer, { style }: BlockOf<"Container">["data"], inside: ReadonlyArray<Node>): MailHtml => {
  const painted = writer.painter.paint({
    "background-color": style?.backgroundColor,
    "border-color": style?.borderColor
  })
  const look = {
    ...painted.rules,
    padding: paddingOf(style?.padding),
    border: style?.borderColor == null ? undefined : `1px solid ${style.borderColor}`,
    "border-radius": px(style?.borderRadius)
  }
  const rows = inside.map((node) => block(writer, node, false))
  return row({ class: painted.class, style: styles(look) }, table({ width: "100%" }, ...rows))
}

const columns = (
  writer: Writer,
  { props, style }: BlockOf<"ColumnsContainer">["data"],
  inside: ReadonlyArray<ReadonlyArray<Node>>
): MailHtml => {
  const painted = writer.painter.paint({ "background-color": style?.backgroundColor })
  const gap = (props?.columnsGap ?? 0) / 2
  const cells = inside.map((nodes, index) =>
    element(
      "td",
      {
        valign: props?.contentAlignment ?? "top",
        width: props?.fixedWidths?.[index] ?? `${Math.floor(100 / inside.length)}%`,
        style: styles({
          "padding-left": index === 0 ? "0" : px(gap),
          "padding-right": index === inside.length - 1 ? "0" : px(gap)
        })
      },
      table({ width: "100%" }, ...nodes.map((node) => block(writer, node, false)))
    )
  )
  return row(
    { class: painted.class, style: styles({ ...painted.rules, padding: paddingOf(style?.padding) }) },
    table({ width: "100%" }, element("tr", {}, ...cells))
  )
}

/** Returns whether a mail has rules for the dark scheme. */
export const hasDarkScheme = (html: string): boolean => html.includes(DARK)

/** Returns the mail with its rules for the dark scheme applied always or never. */
export const forScheme = (html: string, scheme: "dark" | "light"): string =>
  hasDarkScheme(html)
    ? html
        .replace(DARK, scheme === "dark" ? "@media all{" : "@media not all{")
        .replace(":root{color-scheme:light dark}", `:root{color-scheme:${scheme}}`)
    : html
