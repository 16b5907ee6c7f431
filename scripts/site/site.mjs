// @ts-check
// Builds the documentation site into `.site`: the pages of `docs`, the reference from the sources, the gallery with
// pictures of the live examples, a Markdown file for each page, and llms.txt.
//
//   npm run site

import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build as buildPages } from "vitepress"
import { docsPages, linksBelow, llmsText, splitBySections, writePages } from "./pages.mjs"
import { buildGallery, galleryStates } from "./gallery.mjs"
import { takePictures } from "./live-examples.mjs"
import { referencePages, tiers } from "./reference/pages.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const work = join(root, ".cache", "site")
const folder = join(work, "pages")
const outDir = join(root, ".site")

rmSync(work, { force: true, recursive: true })
mkdirSync(folder, { recursive: true })
const docs = docsPages(root).flatMap((page) => (page.path === "wire/endpoints.md" ? splitBySections(page) : page))
const reference = referencePages(await galleryStates(root), docs)
const pages = [...docs, ...reference]
writePages(folder, pages)
cpSync(join(root, "docs", "images"), join(folder, "images"), { recursive: true })
writeFileSync(join(work, "sidebar.json"), JSON.stringify(sidebar()))
writeVitePress()

await buildPages(work)
await buildGallery(root, outDir)
await takePictures(outDir, pages)
writePages(outDir, pages)
writeFileSync(join(outDir, "llms.txt"), `${llmsText(pages)}\n`)
writeFileSync(join(outDir, "robots.txt"), "User-agent: *\nAllow: /\n")
process.stdout.write(`${pages.length} pages in .site. To read them: npx vite preview --outDir .site\n`)

/** VitePress reads its configuration and theme from a folder beside the pages. */
function writeVitePress() {
  const settings = join(work, ".vitepress")
  mkdirSync(join(settings, "theme"), { recursive: true })
  const scripts = "../../../scripts/site"
  writeFileSync(
    join(settings, "config.mjs"),
    `import { siteConfig } from "${scripts}/config.mjs"\n` +
      `export default siteConfig(${JSON.stringify({ folder, outDir })})\n`
  )
  writeFileSync(join(settings, "theme", "index.mjs"), `export { default } from "../${scripts}/theme/index.mjs"\n`)
}

/** The sidebars, by the folder of the pages. Each page has only the links of its folder, and those to the others. */
function sidebar() {
  const contents = docs.find(({ path }) => path === "index.md")?.text ?? ""
  const titled = docs.map(({ path, text }) => ({ path, title: /^# (.*)/.exec(text)?.[1] ?? path }))
  const wire = titled.filter(({ path }) => /^wire\/[^/]+$/.test(path))
  const endpoints = titled.filter(({ path }) => path.startsWith("wire/endpoints/"))
  /** @param {string} path */
  const link = (path) => `/${path.replace(/(?:index)?\.md$/, "")}`
  /** @param {ReadonlyArray<{ path: string, title: string }>} pages */
  const items = (pages) => pages.map(({ path, title }) => ({ text: title, link: link(path) }))
  /** @param {string} folder */
  const within = (folder) => reference.filter(({ path }) => path.startsWith(`reference/${folder}/`))
  const general = [
    ...items(reference.filter(({ path }) => /^reference\/(?:\w+|calls\/\w+|\w+\/index)\.md$/.test(path))),
    { text: "HTTP API", link: "/wire/" }
  ]
  const topics = (/** @type {string} */ tier) => ({
    text: `Calls: ${tier} tier`,
    items: [{ text: "Contents", link: `/reference/calls/${tier}` }, ...items(within(`calls/${tier}`))]
  })
  const others = { text: "Reference", items: general }
  return {
    "/": [
      { text: "Guides", items: linksBelow(contents, "Guides") },
      { text: "Topics", items: linksBelow(contents, "Reference") },
      others
    ],
    "/reference/": [others],
    "/reference/hooks/": [{ text: "Hooks", items: items(within("hooks")) }, others],
    ...Object.fromEntries(tiers.map(({ tier }) => [`/reference/calls/${tier}`, [topics(tier), others]])),
    "/reference/components/": [{ text: "Components", items: items(within("components")) }, others],
    "/reference/entries/": [
      { text: "Exports by entry", items: items(within("entries")).filter(({ link }) => !/\/\d+$/.test(link)) },
      others
    ],
    "/wire/": [{ text: "HTTP API", items: items(wire) }, others],
    "/wire/endpoints/": [
      { text: "Endpoints", items: items(endpoints) },
      { text: "HTTP API", items: items(wire) }
    ]
  }
}
