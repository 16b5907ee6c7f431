// @ts-check
// The configuration of VitePress. `site.mjs` writes the pages and the sidebar.

import { readFileSync } from "node:fs"
import { slug } from "github-slugger"
import { literalBraces, liveExampleFence, plainTextFence } from "./markdown.mjs"
import { onDemand } from "./on-demand.mjs"

/**
 * @param {{ folder: string, outDir: string }} paths
 * @returns {import("vitepress").UserConfig<import("vitepress").DefaultTheme.Config>}
 */
export const siteConfig = ({ folder, outDir }) => ({
  title: "Keystile",
  description: "Sign-in for TypeScript",
  lang: "en-US",
  srcDir: folder,
  outDir,
  cleanUrls: false,
  ignoreDeadLinks: [/^http:\/\/localhost/, /^\/gallery\//],
  transformHead: ({ page }) => [["link", { rel: "alternate", type: "text/markdown", href: `/${page}` }]],
  transformHtml: onDemand,
  markdown: {
    html: false,
    anchor: { slugify: slug },
    config: (markdown) => {
      literalBraces(markdown)
      plainTextFence(markdown)
      liveExampleFence(markdown)
    }
  },
  themeConfig: {
    outline: { level: 2 },
    search: { provider: "local" },
    nav: [
      { text: "Guides", link: "/react" },
      { text: "Reference", link: "/reference/hooks" },
      { text: "Gallery", link: "/gallery/", target: "_self" }
    ],
    sidebar: JSON.parse(readFileSync(`${folder}/../sidebar.json`, "utf8")),
    socialLinks: [{ icon: "github", link: "https://github.com/keystile/keystile" }]
  }
})
