// @ts-check
// Reports the public API with API Extractor: every entry, the declarations that it exports and those that these name.

import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor"
import { mkdirSync, writeFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { packageEntries } from "../build/entries.mjs"

const root = join(import.meta.dirname, "../..")
const work = join(root, ".cache", "api")

/** The committed report. */
export const reportFile = "api/keystile.api.md"

/** Members whose meaning the language or a library defines. */
const known = new Set(["message", "__new", "__call", "placeholders"])

/**
 * Compares the report with the declarations in a folder, and lists the exports without a doc comment.
 *
 * @param {string} types the folder of the declarations, such as `dist`
 * @param {{ write: boolean }} options whether to write the report instead of comparing it
 * @returns {{ isChanged: boolean, undocumented: ReadonlyArray<string>, faults: ReadonlyArray<string> }}
 */
export const checkApi = (types, { write }) => {
  writeIndex(types)
  const exports = join(work, "exports")
  mkdirSync(exports, { recursive: true })
  const exported = configuration({ enabled: true, includeForgottenExports: false, reportFolder: exports })
  const whole = configuration()
  const compilerState = CompilerState.create(exported)
  /** @type {Set<string>} */
  const undocumented = new Set()
  /** @type {Array<string>} */
  const faults = []
  Extractor.invoke(exported, {
    compilerState,
    localBuild: true,
    messageCallback: (message) => {
      message.handled = true
      const name = /"(.*)"/.exec(message.text)?.[1] ?? message.text
      if (message.messageId === "ae-undocumented" && !known.has(name))
        undocumented.add(`${relative(types, message.sourceFilePath ?? "").replaceAll(sep, "/")}: ${name}`)
    }
  })
  const { apiReportChanged } = Extractor.invoke(whole, {
    compilerState,
    localBuild: write,
    printApiReportDiff: !write,
    messageCallback: (message) => {
      message.handled = message.messageId !== "console-api-report-diff"
      if (message.handled && message.logLevel === ExtractorLogLevel.Error) faults.push(message.text)
    }
  })
  return { isChanged: apiReportChanged, undocumented: [...undocumented].sort(), faults }
}

/** Writes a module with a namespace for each entry. @param {string} types */
const writeIndex = (types) => {
  const folder = `./${relative(work, types).replaceAll(sep, "/")}`
  const entries = packageEntries().filter(({ module }) => !module.endsWith(".css"))
  const names = entries.map(({ name }) => name.replace("keystile/", "").replaceAll(/\W/g, "_"))
  const imports = entries.map(({ module }, index) => `import * as ${names[index]} from "${folder}/${module}.js"\n`)
  mkdirSync(work, { recursive: true })
  writeFileSync(join(work, "index.d.ts"), `${imports.join("")}export { ${names.join(", ")} }\n`)
}

/**
 * Reads the settings of API Extractor, with others for its report.
 *
 * @param {import("@microsoft/api-extractor").IConfigApiReport} [report]
 */
const configuration = (report) => {
  const path = join(root, "api", "api-extractor.json")
  const settings = ExtractorConfig.loadFile(path)
  return ExtractorConfig.prepare({
    configObject: { ...settings, apiReport: { enabled: true, ...settings.apiReport, ...report } },
    configObjectFullPath: path,
    packageJsonFullPath: join(root, "package.json")
  })
}
