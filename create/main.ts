/** `create-keystile`, for `npm create keystile@latest`: asks for a name and a template, and writes the application. */
import { intro, log, note, outro } from "@clack/prompts"
import { readFileSync } from "node:fs"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"
import { decodeName } from "./application-name.ts"
import { help, parseCommandLine } from "./command-line.ts"
import { CreateFailed } from "./create-failed.ts"
import { install, packageManager, scriptCommand } from "./package-manager.ts"
import { askMissing } from "./questions.ts"
import { templateOf } from "./templates.ts"
import { requireEmptyFolder, writeApplication } from "./write-application.ts"

const fileBeside = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const version = (): string => JSON.parse(readFileSync(fileBeside("package.json"), "utf8")).version

const create = async (args: ReadonlyArray<string>) => {
  const commandLine = parseCommandLine(args)
  if (commandLine.help) return void process.stdout.write(help)
  if (commandLine.version) return void process.stdout.write(`${version()}\n`)
  // What is given is checked before anything is asked.
  if (commandLine.template !== undefined) templateOf(commandLine.template)
  if (commandLine.name !== undefined) requireEmptyFolder(decodeName(commandLine.name, process.cwd()))

  intro("Create an application with Keystile")
  const answers = await askMissing(commandLine)
  if (answers === undefined) return
  const name = decodeName(answers.name, process.cwd())
  const template = templateOf(answers.template)
  requireEmptyFolder(name)
  writeApplication(name, fileBeside(`templates/${template.id}`))
  log.success(`${template.title} in ${name.folder}`)

  const manager = packageManager()
  if (commandLine.install) {
    log.step(`${manager} install`)
    await install(manager, name.folder)
  }
  const path = relative(process.cwd(), name.folder)
  const commands = [
    ...(path === "" ? [] : [`cd ${path}`]),
    ...(commandLine.install ? [] : [`${manager} install`]),
    scriptCommand(manager, "dev")
  ]
  note(commands.join("\n"), "Next")
  outro(`Then open ${template.url}. README.md says what is where.`)
}

try {
  await create(process.argv.slice(2))
} catch (failure) {
  if (!(failure instanceof CreateFailed)) throw failure
  process.stderr.write(`${failure.message}\n`)
  process.exitCode = 1
}
