// @ts-check
// Writes the files of look/ that derive from its sources, tokens.css and providers.ts.
//
//   npm run look

import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { formatHex } from "culori"
import { transform } from "lightningcss"
import { format } from "prettier"
import { providerLooks } from "../../look/providers.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** The tokens that mails use, in sRGB: mail programs support neither variables nor oklch(). */
const mailColors = ["page", "surface", "sunken", "ink", "ink-muted", "line", "line-button", "accent", "on-accent"]

/**
 * Returns the derived files: the path from the root, and the text.
 *
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
export const derivedFiles = async () => {
  const tokens = readFileSync(join(root, "look", "tokens.css"), "utf8")
  const providerRules = Object.entries(providerLooks)
    .map(([id, { colors, dark = colors, logo }]) => {
      /** @param {keyof typeof colors} name */
      const color = (name) => {
        const light = colors[name]
        return light === dark[name] ? light : `light-dark(${light}, ${dark[name]})`
      }
      return `[data-provider="${id}"] {
        --oauth-bg: ${color("background")};
        --oauth-ink: ${color("label")};
        --oauth-line: ${color("border")};
        --oauth-toward: ${color("hover")};
        ${logo ? `--oauth-logo: light-dark(${logo.light}, ${logo.dark});` : ""}
      }`
    })
    .join("\n")
  const files = {
    "look/providers.css": `/* The colors of provider buttons. ${derivedFrom("providers.ts")} */\n${providerRules}\n`,
    "look/palette.ts": `/** The colors of mails, in sRGB. ${derivedFrom("tokens.css")} */\n
      export const palette = { ${mailColors.map((name) => `${camelCase(name)}: ${colorPair(tokens, name)}`).join(", ")} } as const\n`,
    "look/style-sheet.ts": `/**
      * The tokens and the providers' colors as the text of a style sheet, for pages with inline styles.
      * ${derivedFrom("tokens.css and providers.ts")}
      */\n
      export const styleSheet = \`\n${await formatCss(withoutComments(tokens) + providerRules)}\`\n`
  }
  const formatted = Object.entries(files).map(async ([filepath, text]) => [
    filepath,
    await format(text, { filepath, semi: false, printWidth: 120, trailingComma: "none" })
  ])
  return Object.fromEntries(await Promise.all(formatted))
}

/** @param {string} source */
const derivedFrom = (source) => `Derived from ${source} by \`npm run look\`; do not edit.`

/** @param {string} css */
const formatCss = (css) => format(css, { parser: "css", printWidth: 120 })

/** @param {string} css */
const withoutComments = (css) => transform({ filename: "tokens.css", code: Buffer.from(css) }).code.toString()

/** @param {string} name */
const camelCase = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())

/**
 * The light and the dark color of a token, as source text.
 *
 * @param {string} tokens
 * @param {string} name
 */
function colorPair(tokens, name) {
  const declaration = new RegExp(
    `--ks-${name}: light-dark\\( ?var\\(--ks-${name}-light, (.*?)\\), var\\(--ks-${name}-dark, (.*?)\\) ?\\);`
  ).exec(tokens.replace(/\s+/g, " "))
  const [, light, dark] = declaration ?? []
  if (light === undefined || dark === undefined) throw new Error(`tokens.css has no light and dark --ks-${name}`)
  return `{ light: "${toSrgb(tokens, light)}", dark: "${toSrgb(tokens, dark)}" }`
}

/**
 * Converts a color to #rrggbb. A channel outside of sRGB is clipped, as browsers do. The variables that the color may
 * contain are numbers, set in the same style sheet.
 *
 * @param {string} tokens
 * @param {string} color
 */
function toSrgb(tokens, color) {
  const withNumbers = color.replace(/var\((--[\w-]+)\)/g, (_, name) => {
    const value = new RegExp(`^\\s*${name}: ([\\d.]+);`, "m").exec(tokens)?.[1]
    if (value === undefined) throw new Error(`${name} is not a number in tokens.css`)
    return value
  })
  let hex = ""
  transform({
    filename: "color.css",
    code: Buffer.from(`a { color: ${withNumbers} }`),
    visitor: {
      Color: (parsed) => {
        // Lightning CSS computes calc(), but it reduces the chroma of such a channel.
        if (typeof parsed === "object" && parsed.type === "oklch")
          hex = formatHex({ mode: "oklch", l: parsed.l, c: parsed.c, h: parsed.h })
      }
    }
  })
  if (hex === "") throw new Error(`${withNumbers} is not a color in oklch()`)
  return hex
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of Object.entries(await derivedFiles())) writeFileSync(join(root, file), text)
}
