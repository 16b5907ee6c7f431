// @ts-check
// Builds the documentation site into `.site`: the pages of `docs`, the reference from the sources, the gallery with
// pictures of the live examples, a Markdown file for each page, and llms.txt.
//
//   npm run site

import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build as buildPages } from "vitepress"
import { docsPages, linksBelow, llmsText, writePages } from "./pages.mjs"
import { buildGallery, galleryStates } from "./gallery.mjs"
import { takePictures } from "./live-examples.mjs"
import { referencePages } from "./reference/pages.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const work = join(root, ".cache", "site")
const folder = join(work, "pages")
const outDir = join(root, ".site")

rmSync(work, { force: true, recursive: true })
mkdirSync(folder, { recursive: true })
const docs = docsPages(root)
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

function sidebar() {
  const contents = docs.find(({ path }) => path === "index.md")?.text ?? ""
  const wire = docs.filter(({ path }) => path.startsWith("wire/"))
  /** @param {string} path */
  const link = (path) => `/${path.replace(/\.md$/, "")}`
  /** @param {ReadonlyArray<{ path: string, title: string }>} pages */
  const items = (pages) => pages.map(({ path, title }) => ({ text: title, link: link(path) }))
  /** @param {string} folder */
  const within = (folder) => reference.filter(({ path }) => path.startsWith(`reference/${folder}/`))
  const general = reference.filter(({ path }) => !/^reference\/(?:components|entries)\//.test(path))
  return [
    { text: "Guides", items: linksBelow(contents, "Guides") },
    { text: "Topics", collapsed: true, items: linksBelow(contents, "Reference") },
    { text: "Reference", items: items(general) },
    { text: "Components", collapsed: true, items: items(within("components")) },
    { text: "Exports by entry", collapsed: true, items: items(within("entries")) },
    {
      text: "HTTP API",
      collapsed: true,
      items: wire.map(({ path, text }) => ({ text: /^# (.*)/.exec(text)?.[1] ?? path, link: link(path) }))
    }
  ]
}
