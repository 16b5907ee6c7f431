/** Renders the blocks without nested blocks, each as a row of the surrounding table. */
import { palette } from "../../look/palette.ts"
import { escapeHtml } from "../response/escape-html.ts"
import type { BlockOf, FontFamily } from "./blocks.ts"
import { element, type MailHtml, openTag, row, styles, table } from "./html.ts"
import { type Links, splitLinks } from "./links.ts"
import type { Painter } from "./painter.ts"

/** The context in which blocks are rendered. */
export interface Writer {
  readonly layout: BlockOf<"EmailLayout">["data"]
  /** Fills the variables of a text. */
  readonly fill: (text: string) => string
  /** Fills the variables of prose, whose URLs become links. URLs in the values of variables do not. */
  readonly fillProse: (text: string) => string
  readonly links: Links
  readonly painter: Painter
  readonly direction: "ltr" | "rtl"
}

const NOTCH = 8

export const sans = "-apple-system,'Segoe UI',Roboto,'Noto Sans','Helvetica Neue',Arial,sans-serif"
const fonts: Readonly<Record<FontFamily, string>> = {
  MODERN_SANS: sans,
  BOOK_SANS: "Optima,Candara,'Noto Sans',source-sans-pro,sans-serif",
  ORGANIC_SANS: "Seravek,'Gill Sans Nova',Ubuntu,Calibri,'DejaVu Sans',source-sans-pro,sans-serif",
  GEOMETRIC_SANS: "Avenir,Montserrat,Corbel,'URW Gothic',source-sans-pro,sans-serif",
  HEAVY_SANS: "Bahnschrift,'DIN Alternate','Franklin Gothic Medium','Nimbus Sans Narrow',sans-serif",
  ROUNDED_SANS: "ui-rounded,'Hiragino Maru Gothic ProN',Quicksand,Comfortaa,'Arial Rounded MT Bold',sans-serif",
  MODERN_SERIF: "Charter,'Bitstream Charter','Sitka Text',Cambria,serif",
  BOOK_SERIF: "'Iowan Old Style','Palatino Linotype','URW Palladio L',P052,serif",
  MONOSPACE: "ui-monospace,'SF Mono','Cascadia Mono','Liberation Mono',Menlo,Consolas,monospace"
}
const headingSizes = { h1: 28, h2: 21, h3: 18 }
const buttonPaddings = { "x-small": "4px 8px", small: "8px 12px", medium: "11px 20px", large: "13px 24px" }
const corners = { rectangle: 0, rounded: 10, pill: 64 }

export const px = (length: number | null | undefined) => (length == null ? undefined : `${Math.min(length, 1000)}px`)
export const fontOf = (family: FontFamily | null | undefined) => (family == null ? undefined : fonts[family])
export const paddingOf = (padding: Padding | null | undefined, none = "0") =>
  padding == null ? none : [padding.top, padding.right, padding.bottom, padding.left].map(px).join(" ")

/** Returns the side for a text: in a mail from right to left, `left` and `right` change places. */
const sideOf = (direction: Writer["direction"], align: "left" | "center" | "right" | null | undefined) => {
  if (align == null) return undefined
  if (align === "center" || direction === "ltr") return align
  return align === "left" ? "right" : "left"
}

type Padding = NonNullable<Style["padding"]>
type Style = NonNullable<BlockOf<"Text">["data"]["style"]>

/** The table cell of a block with text. */
const textCell = (
  { direction, painter }: Writer,
  style: Style,
  size: number,
  more: Readonly<Record<string, string | undefined>>
) => {
  const painted = painter.paint({ color: style.color, "background-color": style.backgroundColor })
  return {
    class: painted.class,
    style: styles({
      ...painted.rules,
      padding: paddingOf(style.padding, "8px 24px"),
      "font-family": fontOf(style.fontFamily),
      "font-size": px(style.fontSize ?? size),
      "font-weight": style.fontWeight ?? undefined,
      "text-align": sideOf(direction, style.textAlign),
      "overflow-wrap": "anywhere",
      ...more
    })
  }
}

/** Returns text with its line breaks, in which URLs are links. */
const prose = ({ direction, links }: Writer, text: string): MailHtml =>
  splitLinks(text)
    .map(({ href, text }) => {
      if (href === null) return escapeHtml(text).replaceAll("\n", "<br>")
      links.add(href)
      const style = "color:inherit;text-decoration:underline;word-break:break-all"
      return element("a", { href, style, dir: direction === "rtl" ? "ltr" : undefined }, escapeHtml(text))
    })
    .join("")

export const heading = (writer: Writer, { props, style }: BlockOf<"Heading">["data"]): MailHtml => {
  const level = props?.level ?? "h2"
  const cell = textCell(writer, { fontWeight: "bold", ...style }, headingSizes[level], {
    "line-height": "1.33",
    // Spacing separates letters that are joined, as Arabic ones are.
    "letter-spacing": writer.direction === "rtl" ? undefined : "-0.015em"
  })
  const inherit = "margin:0;font:inherit;letter-spacing:inherit;color:inherit"
  return row(cell, element(level, { style: inherit }, prose(writer, writer.fillProse(props?.text ?? "").trim())))
}

/** Large monospaced letters are a code: rendered apart, so that it is legible and can be copied as a whole. */
export const text = (writer: Writer, { props, style }: BlockOf<"Text">["data"]): MailHtml => {
  const isCode = style?.fontFamily === "MONOSPACE" && (style.fontSize ?? 0) >= 24
  const spacing = isCode ? { "letter-spacing": "0.14em", "text-indent": "0.14em", "user-select": "all" } : {}
  const cell = textCell(writer, style ?? {}, 15, { "line-height": isCode ? "1.2" : "1.5", ...spacing })
  return row(cell, prose(writer, writer.fillProse(props?.text ?? "").trim()))
}

export const button = (writer: Writer, { props, style }: BlockOf<"Button">["data"]): MailHtml => {
  const { links, painter } = writer
  const painted = painter.paint({ "background-color": props?.buttonBackgroundColor ?? palette.accent.light })
  const label = painter.paint({ color: props?.buttonTextColor ?? palette.onAccent.light })
  const outside = painter.paint({ "background-color": style?.backgroundColor })
  const radius = `${corners[props?.buttonStyle ?? "rounded"]}px`
  const href = links.follow(writer.fill(props?.url ?? ""))
  const link = element(
    "a",
    {
      href: href ?? undefined,
      class: label.class,
      style: styles({
        ...label.rules,
        display: "block",
        padding: buttonPaddings[props?.size ?? "medium"],
        "font-family": fontOf(style?.fontFamily),
        "font-size": px(style?.fontSize ?? 15),
        "font-weight": style?.fontWeight ?? "bold",
        "line-height": "20px",
        "border-radius": radius,
        "text-decoration": "none"
      })
    },
    escapeHtml(writer.fill(props?.text ?? ""))
  )
  const isWide = props?.fullWidth === true
  return row(
    { class: outside.class, style: styles({ ...outside.rules, padding: paddingOf(style?.padding, "8px 24px") }) },
    table(
      {
        width: isWide ? "100%" : undefined,
        align: isWide ? undefined : sideOf(writer.direction, style?.textAlign ?? "left"),
        style: "border-collapse:separate"
      },
      row({ align: "center", class: painted.class, style: styles({ ...painted.rules, "border-radius": radius }) }, link)
    )
  )
}

export const image = (writer: Writer, { props, style }: BlockOf<"Image">["data"]): MailHtml => {
  const src = writer.fill(props?.url ?? "")
  if (!/^(?:https?:\/\/|data:image\/)/i.test(src)) return ""
  const painted = writer.painter.paint({ "background-color": style?.backgroundColor })
  const picture = openTag("img", {
    src,
    alt: writer.fill(props?.alt ?? ""),
    width: props?.width ?? undefined,
    height: props?.height ?? undefined,
    style: "border:0;max-width:100%;vertical-align:middle"
  })
  const href = props?.linkHref == null ? null : writer.links.follow(writer.fill(props.linkHref))
  return row(
    {
      class: painted.class,
      style: styles({
        ...painted.rules,
        padding: paddingOf(style?.padding, "8px 24px"),
        "text-align": sideOf(writer.direction, style?.textAlign)
      })
    },
    href === null ? picture : element("a", { href }, picture)
  )
}

export const line = ({ painter }: Writer, { props, style }: BlockOf<"Divider">["data"]): MailHtml => {
  const outside = painter.paint({ "background-color": style?.backgroundColor })
  const painted = painter.paint({ "border-color": props?.lineColor ?? palette.line.light })
  const rule = styles({
    height: "0",
    "border-top": `${px(props?.lineHeight ?? 1)} solid ${props?.lineColor ?? palette.line.light}`
  })
  return row(
    { class: outside.class, style: styles({ ...outside.rules, padding: paddingOf(style?.padding, "16px 0") }) },
    element("div", { class: painted.class, style: `${rule};font-size:1px;line-height:1px` }, "&nbsp;")
  )
}

/** A dashed line from edge to edge, with a notch at both ends. */
export const perforation = (writer: Writer, { props, style }: BlockOf<"Divider">["data"]): MailHtml => {
  const { layout, painter } = writer
  const edge = layout.borderColor ?? palette.line.light
  const bite = painter.paint({
    "background-color": layout.backdropColor ?? palette.surface.light,
    "border-color": edge
  })
  const dashes = painter.paint({ "border-color": props?.lineColor ?? edge })
  const notch = (side: "left" | "right") =>
    element(
      "td",
      { width: NOTCH, style: "padding:0" },
      element(
        "div",
        {
          class: bite.class,
          style: styles({
            ...bite.rules,
            width: `${NOTCH}px`,
            height: `${NOTCH * 2}px`,
            border: `1px solid ${edge}`,
            [`border-${side}`]: "0",
            [`margin-${side}`]: "-1px",
            "border-radius":
              side === "left" ? `0 ${NOTCH + 1}px ${NOTCH + 1}px 0` : `${NOTCH + 1}px 0 0 ${NOTCH + 1}px`,
            "font-size": "1px",
            "line-height": "1px"
          })
        },
        "&nbsp;"
      )
    )
  const middle = element(
    "td",
    { style: "padding:0 4px" },
    element(
      "div",
      {
        class: dashes.class,
        style: styles({
          height: "0",
          "border-top": `${px(props?.lineHeight ?? 1)} dashed ${props?.lineColor ?? edge}`,
          "font-size": "1px",
          "line-height": "1px"
        })
      },
      "&nbsp;"
    )
  )
  const { bottom, top } = style?.padding ?? { bottom: 8, top: 8 }
  return row(
    { style: styles({ padding: `${px(top)} 0 ${px(bottom)}` }) },
    table({ width: "100%", dir: "ltr" }, element("tr", {}, notch("left"), middle, notch("right")))
  )
}
