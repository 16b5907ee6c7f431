// @ts-check
// Extends the Markdown of the site.

/** Renders two opening braces as text, which Vue reads as code. @param {import("markdown-it").default} markdown */
export const literalBraces = (markdown) => {
  for (const name of /** @type {const} */ (["text", "code_inline"])) {
    const render = markdown.renderer.rules[name]
    markdown.renderer.rules[name] = (...given) => render?.(...given).replaceAll("{{", "&#123;&#123;") ?? ""
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
    const values = new URLSearchParams(token.content.trim().replaceAll("\n", "&"))
    const attributes = [...values].map(([name, value]) => `${name}="${markdown.utils.escapeHtml(value)}"`)
    const state = values.get("state")
    const page = state === null ? `components.html?only=${values.get("group")}` : `?state=${state}`
    return `<LiveExample ${attributes.join(" ")} /><p><a href="/gallery/${page}" target="_blank">Open the example</a></p>`
  }
}
