/** Derives files from the sources of look/, tokens.css and providers.ts. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { formatHex } from "culori"
import { transform } from "lightningcss"
import { format, resolveConfig } from "prettier"
import { type ProviderColors, type ProviderLook, providerLooks, providerNames } from "../../look/providers.ts"

const tokens = readFileSync(new URL("../../look/tokens.css", import.meta.url), "utf8")
const style = await resolveConfig(fileURLToPath(import.meta.url))

/** The tokens that mails use, in sRGB: mail programs support neither variables nor oklch(). */
const mailColors = ["page", "surface", "sunken", "ink", "ink-muted", "line", "line-button", "accent", "on-accent"]

/** Returns the colors of provider buttons as CSS rules. */
export const providersCss = (): Promise<string> =>
  format(`/* The colors of provider buttons. ${headerOf("providers.ts")} */\n${providerRules()}\n`, {
    ...style,
    parser: "css"
  })

/** Returns the module with the colors of mails. */
export const palette = (): Promise<string> =>
  format(
    `/** The colors of mails, in sRGB. ${headerOf("tokens.css")} */\n
    export const palette = { ${mailColors.map((name) => `${camelCase(name)}: ${colorPair(name)}`).join(", ")} } as const
    `,
    { ...style, parser: "typescript" }
  )

/** Returns the module with the tokens and the colors of providers as the text of a style sheet. */
export const styleSheet = async (): Promise<string> => {
  const css = await format(withoutComments(tokens) + providerRules(), { ...style, parser: "css" })
  return format(
    `/**
      * The tokens and the providers' colors as the text of a style sheet, for pages with inline styles.
      * ${headerOf("tokens.css and providers.ts")}
      */\n
      export const styleSheet = \`\n${css}\`\n`,
    { ...style, parser: "typescript" }
  )
}

/** Returns the module with the service's definitions of all providers. Each is in a file named after its id. */
export const providerRegistry = (): Promise<string> => {
  const ids = Object.keys(providerNames)
  return format(
    `/** All OAuth providers. ${headerOf("look/providers.ts")} */
    import type { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"
    import type { Provider } from "./provider.ts"
    ${ids.map((id) => `import { ${id} } from "./${id}.ts"`).join("\n")}

    export const providers: Readonly<Record<OAuthProviderId, Provider>> = { ${ids.join(", ")} }\n`,
    { ...style, parser: "typescript" }
  )
}

const headerOf = (source: string) => `Derived from ${source} by \`npm run look\`; do not edit.`

const providerRules = () =>
  Object.entries<ProviderLook>(providerLooks)
    .map(([id, { colors, dark = colors, logo }]) => {
      const color = (name: keyof ProviderColors) =>
        colors[name] === dark[name] ? colors[name] : `light-dark(${colors[name]}, ${dark[name]})`
      return `[data-provider="${id}"] {
        --oauth-bg: ${color("background")};
        --oauth-ink: ${color("label")};
        --oauth-line: ${color("border")};
        --oauth-toward: ${color("hover")};
        ${logo === undefined ? "" : `--oauth-logo: light-dark(${logo.light}, ${logo.dark});`}
      }`
    })
    .join("\n")

const withoutComments = (css: string) => transform({ filename: "tokens.css", code: Buffer.from(css) }).code.toString()

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Returns the light and the dark color of a token, as source text. */
const colorPair = (name: string) => {
  const declaration = new RegExp(
    `--ks-${name}: light-dark\\( ?var\\(--ks-${name}-light, (.*?)\\), var\\(--ks-${name}-dark, (.*?)\\) ?\\);`
  ).exec(tokens.replace(/\s+/g, " "))
  const [, light, dark] = declaration ?? []
  if (light === undefined || dark === undefined) throw new Error(`tokens.css has no light and dark --ks-${name}`)
  return `{ light: "${toSrgb(light)}", dark: "${toSrgb(dark)}" }`
}

/**
 * Converts a color to #rrggbb. A channel outside of sRGB is clipped, as browsers do. The variables that the color may
 * contain are numbers, set in the same style sheet.
 */
const toSrgb = (color: string) => {
  const withNumbers = color.replace(/var\((--[\w-]+)\)/g, (_, name: string) => {
    const value = new RegExp(`^\\s*${name}: ([\\d.]+);`, "m").exec(tokens)?.[1]
    if (value === undefined) throw new Error(`${name} is not a number in tokens.css`)
    return value
  })
  let hex: string | undefined
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
  if (hex === undefined) throw new Error(`${withNumbers} is not a color in oklch()`)
  return hex
}
