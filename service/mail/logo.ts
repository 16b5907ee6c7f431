/** The logo of a project at the top of its mails. Mail clients that load no images show its text. */
import type { ProjectRecord } from "../sql/records/project-record.ts"
import type { Node } from "./block-tree.ts"
import { type MailHtml, openTag, row, styles } from "./html.ts"

export interface MailLogo {
  readonly url: string
  /** The logo in the dark scheme; `null` shows the same one. */
  readonly darkUrl: string | null
}

/** Returns the logo of a project, or `null`. */
export const logoOf = ({ logoDarkModeUrl, logoUrl }: ProjectRecord): MailLogo | null =>
  logoUrl === null ? null : { url: logoUrl, darkUrl: logoDarkModeUrl }

/** Returns the blocks below a logo: without a first one that contains only the name of the project. */
export const belowLogo = (nodes: ReadonlyArray<Node>): ReadonlyArray<Node> => {
  const block = nodes[0]?.block
  const isName = block?.type === "Text" && /^\s*\{\{\s*projectDisplayName\s*\}\}\s*$/.test(block.data.props?.text ?? "")
  return isName ? nodes.slice(1) : nodes
}

/** The distance to the edges of the card. */
const EDGE = 32
const HEIGHT = 32
const MAX_WIDTH = 240

const look = {
  height: `${HEIGHT}px`,
  width: "auto",
  "max-width": `${MAX_WIDTH}px`,
  border: "0",
  "font-size": "18px",
  "font-weight": "bold",
  "line-height": `${HEIGHT}px`
}

/** Renders the row of the logo. With `isAdaptable`, the rules below replace it by the dark one. */
export const logoRow = ({ darkUrl, url }: MailLogo, alt: string, isAdaptable: boolean): MailHtml => {
  const picture = (name: string, src: string, visibility: Readonly<Record<string, string>>) =>
    openTag("img", { class: name, src, alt, height: HEIGHT, style: styles({ ...visibility, ...look }) })
  // Outlook ignores `display:none`, but not `mso-hide`.
  const dark = { display: "none", "mso-hide": "all" }
  return row(
    { style: `padding:${EDGE}px ${EDGE}px 16px` },
    picture("logo", url, { display: "block" }),
    darkUrl === null || !isAdaptable ? "" : picture("logo-dark", darkUrl, dark)
  )
}

/** The rules of the dark scheme. */
export const darkLogoRules = ({ darkUrl }: MailLogo): string =>
  darkUrl === null ? "" : ".logo{display:none!important}.logo-dark{display:block!important}"
