// @ts-check
// Reports the public API with API Extractor: every entry, the declarations that it exports and those that these name.

import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))
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
  const index = writeIndex(types)
  const exported = configuration(index, { includeForgottenExports: false, reportFolder: join(work, "exports") })
  const whole = configuration(index, { includeForgottenExports: true, reportFolder: join(root, dirname(reportFile)) })
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

/** Writes a module with a namespace for each entry, and returns its path. @param {string} types */
const writeIndex = (types) => {
  /** @type {Record<string, { types?: string }>} */
  const entries = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).exports
  const found = Object.entries(entries).flatMap(([name, { types: file }]) =>
    file === undefined || file.endsWith(".css.d.ts")
      ? []
      : [{ name: name === "." ? "keystile" : name.slice(2).replaceAll(/\W/g, "_"), file }]
  )
  const folder = `./${relative(work, types).replaceAll(sep, "/")}`
  const modules = found.map(({ file, name }) => [name, file.replace(/^\.\/dist\//, "").replace(/\.d\.ts$/, ".js")])
  const lines = modules.map(([name, module]) => `import * as ${name} from "${folder}/${module}"`)
  const path = join(work, "index.d.ts")
  mkdirSync(work, { recursive: true })
  writeFileSync(path, `${lines.join("\n")}\nexport { ${found.map(({ name }) => name).join(", ")} }\n`)
  return path
}

/** @param {string} index @param {{ includeForgottenExports: boolean, reportFolder: string }} report */
const configuration = (index, { includeForgottenExports, reportFolder }) => {
  mkdirSync(reportFolder, { recursive: true })
  /** @type {import("@microsoft/api-extractor").IExtractorMessagesConfig} */
  const messages = {
    compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
    extractorMessageReporting: {
      default: { logLevel: ExtractorLogLevel.None },
      "ae-undocumented": { logLevel: ExtractorLogLevel.Warning }
    },
    tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } }
  }
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: index,
      newlineKind: "lf",
      compiler: {
        overrideTsconfig: {
          extends: join(root, "tsconfig.json"),
          compilerOptions: { allowJs: false, skipLibCheck: true, paths: {} },
          include: [],
          files: [index]
        }
      },
      apiReport: {
        enabled: true,
        includeForgottenExports,
        reportFileName: "keystile",
        reportFolder,
        reportTempFolder: join(work, "reports")
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      messages
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, "package.json")
  })
}
