// @ts-check
// The languages of the screens as the package holds them. English is always there, with the key of every text, so the
// other languages are lists in the order of its keys: a third of what they weigh would be keys.

import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

/** @typedef {Readonly<Record<string, unknown>>} Texts */

/**
 * The texts of a language without the keys of those that are in groups. A list goes by the first key of its group.
 *
 * @param {Texts} texts
 * @param {ReadonlyArray<Texts>} groups of English
 */
export const listTexts = (texts, groups) => {
  const grouped = new Set(groups.flatMap((group) => Object.keys(group)))
  return {
    texts: Object.fromEntries(Object.entries(texts).filter(([key]) => !grouped.has(key))),
    lists: Object.fromEntries(groups.map((group) => {
      const keys = Object.keys(group)
      return [keys[0], keys.map((key) => texts[key])]
    }))
  }
}

const declarations = `import type { LanguageFile } from "../language.ts";
export declare const texts: NonNullable<LanguageFile["texts"]>;
export declare const lists: NonNullable<LanguageFile["lists"]>;
`

/**
 * Rewrites the built languages of a folder.
 *
 * @param {string} folder of the messages
 * @param {ReadonlyArray<string>} names of the languages
 */
export const listLanguages = async (folder, names) => {
  /** @param {string} file @returns {Promise<any>} */
  const load = (file) => import(pathToFileURL(join(folder, file)).href)
  const { groups } = await load("english.js")
  // All are read before any is written: one may be made of another.
  const languages = await Promise.all(names.map(async (name) => ({ name, ...await load(`languages/${name}.js`) })))
  for (const { name, texts } of languages) {
    const file = join(folder, "languages", `${name}.js`)
    const listed = listTexts(texts, groups)
    const map = JSON.parse(readFileSync(`${file}.map`, "utf8"))
    writeFileSync(
      file,
      `export const texts = ${JSON.stringify(listed.texts)};\nexport const lists = ${JSON.stringify(listed.lists)};\n` +
        `//# sourceMappingURL=${name}.js.map\n`
    )
    writeFileSync(`${file}.map`, JSON.stringify({ ...map, names: [], mappings: "" }))
    writeFileSync(join(folder, "languages", `${name}.d.ts`), declarations)
  }
}
