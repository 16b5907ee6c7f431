// @ts-check
// Extends the Markdown of the site.

import { picturePath, pictureSize, readLiveExample, schemes } from "./live-examples.mjs"

/** Renders two opening braces as text, which Vue reads as code. @param {import("markdown-it").default} markdown */
export const literalBraces = (markdown) => {
  for (const name of /** @type {const} */ (["text", "code_inline"])) {
    const render = markdown.renderer.rules[name]
    markdown.renderer.rules[name] = (...given) => render?.(...given).replaceAll("{{", "&#123;&#123;") ?? ""
  }
}

/**
 * Renders a fence `text` without the elements that colors need: two for each line.
 *
 * @param {import("markdown-it").default} markdown
 */
export const plainTextFence = (markdown) => {
  const fence = markdown.renderer.rules.fence
  markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
    const html = fence?.(tokens, index, options, env, self) ?? ""
    return tokens[index]?.info.trim() === "text"
      ? html.replaceAll(/<span class="line">(?:<span>([^<]*)<\/span>)?<\/span>/g, "$1")
      : html
  }
}

/**
 * Renders a fence `live-example` as the component of the same name, and links to the example.
 *
 * @param {import("markdown-it").default} markdown
 */
export const liveExampleFence = (markdown) => {
  const fence = markdown.renderer.rules.fence
  markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index]
    if (token?.info.trim() !== "live-example") return fence?.(tokens, index, options, env, self) ?? ""
    const { name, title, url } = readLiveExample(token.content)
    const attributes = Object.entries({
      title,
      url,
      ...Object.fromEntries(schemes.map((scheme) => [scheme, picturePath(name, scheme)])),
      ...pictureSize
    }).map(([attribute, value]) => `${attribute}="${markdown.utils.escapeHtml(`${value}`)}"`)
    const link = `<a href="${markdown.utils.escapeHtml(url)}" target="_blank">Open the example</a>`
    return `<LiveExample ${attributes.join(" ")} /><p>${link}</p>`
  }
}
