/** Writes the files of an application: those of a template, with a name, a project and secrets of its own. */
import { randomBytes, randomUUID } from "node:crypto"
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { ApplicationName } from "./application-name.ts"
import { CreateFailed } from "./create-failed.ts"

/** The name of the application in the files of every template. */
const NAME_IN_TEMPLATES = /\bTern\b/g

/** npm leaves `.gitignore` out of packages, so templates have it under another name. */
const GITIGNORE = "gitignore"

/** Throws {@link CreateFailed} unless the folder is missing or has nothing except a Git repository without files. */
export const requireEmptyFolder = ({ folder }: ApplicationName): void => {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isDirectory()) throw new CreateFailed(`${folder} is a file. Choose another name.`)
  const [first, ...others] = readdirSync(folder).filter((entry) => entry !== ".git")
  if (first !== undefined)
    throw new CreateFailed(
      `${folder} is not empty: it has ${first}${others.length > 0 ? ` and ${others.length} more` : ""}. ` +
        "Choose another name, or an empty folder. Nothing was changed."
    )
}

/** Copies the files of a template. No file that exists is replaced. Throws {@link CreateFailed} if it cannot write. */
export const writeApplication = (name: ApplicationName, template: string): void => {
  try {
    writeFiles(name, template)
  } catch (failure) {
    if (!(failure instanceof Error && "syscall" in failure)) throw failure
    throw new CreateFailed(`The application was not created in ${name.folder}: ${failure.message}.`, { cause: failure })
  }
}

const writeFiles = (name: ApplicationName, template: string) => {
  mkdirSync(name.folder, { recursive: true })
  cpSync(template, name.folder, { recursive: true, force: false, errorOnExist: true })
  renameSync(join(name.folder, GITIGNORE), join(name.folder, ".gitignore"))
  const replacements = replacementsIn(name)
  for (const entry of readdirSync(name.folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && !entry.parentPath.startsWith(join(name.folder, ".git"))) {
      edit(join(entry.parentPath, entry.name), (text) =>
        replacements.reduce((done, [from, to]) => done.replaceAll(from, to), text)
      )
    }
  }
  edit(join(name.folder, "package.json"), (manifest) => withName(manifest, name.packageName))
  writeEnvironment(name.folder)
}

/** Returns the texts of the template to replace: its name, and the id and the key of its project. */
const replacementsIn = ({ folder, title }: ApplicationName): ReadonlyArray<readonly [string | RegExp, string]> => {
  const seed = readIfExists(join(folder, "seed.json"))
  const project = seed === undefined ? undefined : JSON.parse(seed).projects[0]
  return [
    ...(project === undefined
      ? []
      : [
          [project.id, randomUUID()] as const,
          [project.keys.publishableClientKey, `pck_${randomBytes(20).toString("hex")}`] as const
        ]),
    [NAME_IN_TEMPLATES, title]
  ]
}

const withName = (manifest: string, name: string) => {
  const { name: _ofTemplate, ...fields } = JSON.parse(manifest)
  return `${JSON.stringify({ name, version: "0.0.0", ...fields }, null, 2)}\n`
}

/** Writes `.env`, which is not committed, with the values of `.env.example`. */
const writeEnvironment = (folder: string) => {
  const example = readIfExists(join(folder, ".env.example"))
  if (example !== undefined) writeFileSync(join(folder, ".env"), example, { flag: "wx", mode: 0o600 })
}

const readIfExists = (file: string) =>
  statSync(file, { throwIfNoEntry: false }) === undefined ? undefined : readFileSync(file, "utf8")

const edit = (file: string, change: (text: string) => string) => {
  const before = readFileSync(file, "utf8")
  const after = change(before)
  if (after !== before) writeFileSync(file, after)
}
