/**
 * Executes the instructions of a Dockerfile without Docker: each stage is a folder, and absolute paths are inside of
 * it. The base image is this machine. Throws at an instruction that it does not know.
 */
import { Copy, DockerfileParser, Env, From, Healthcheck, JSONInstruction } from "dockerfile-ast"
import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, readFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"

/** What an image has besides its files. */
export interface Image {
  /** The folder with the files of the image. */
  readonly root: string
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  readonly user: string
  readonly volumes: ReadonlyArray<string>
  readonly healthCheck: ReadonlyArray<string>
  /** The program of the image and its arguments. */
  readonly command: ReadonlyArray<string>
}

/** The variables of a process in the image, beside those of this process. `node` is the one of this process. */
export const environmentOf = ({ environment, root }: Pick<Image, "environment" | "root">) => ({
  ...process.env,
  ...Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.startsWith("/") ? join(root, value) : value])
  ),
  PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter)
})

const stringsOf = (instruction: JSONInstruction): ReadonlyArray<string> =>
  instruction.getJSONStrings().map((text) => String(JSON.parse(text.getValue())))

/** `CMD ["program"]` of a health check, which the parser returns as arguments. */
const healthCheckOf = (instruction: Healthcheck): ReadonlyArray<string> => {
  const text = instruction.getRawArgumentsContent() ?? ""
  return JSON.parse(text.slice(text.indexOf("[")))
}

/**
 * Builds the last stage.
 *
 * @param file the Dockerfile
 * @param context the folder that `COPY` copies from
 * @param work an empty folder for the stages
 */
export const buildImage = (file: string, context: string, work: string): Image => {
  const stages = new Map<string, Image>()
  let image: Image | undefined
  const change = (changes: Partial<Image>) => {
    if (image === undefined) throw new Error("The first instruction is not FROM.")
    image = { ...image, ...changes }
    stages.set(image.root, image)
    return image
  }
  for (const instruction of DockerfileParser.parse(readFileSync(file, "utf8")).getInstructions()) {
    const args = instruction.getArguments().map((argument) => argument.getValue())
    const text = instruction.getRawArgumentsContent() ?? ""
    const { command = [], environment = {}, folder = "", root = "", volumes = [] } = image ?? {}
    switch (instruction.getKeyword()) {
      case "FROM": {
        const name = (instruction instanceof From ? instruction.getBuildStage() : null) ?? String(stages.size)
        const into = join(work, name)
        mkdirSync(into)
        image = { root: into, folder: into, environment: {}, user: "", volumes: [], healthCheck: [], command: [] }
        stages.set(into, image)
        break
      }
      case "WORKDIR":
        mkdirSync(change({ folder: join(root, text) }).folder, { recursive: true })
        break
      case "COPY": {
        if (!(instruction instanceof Copy)) throw new Error(text)
        const stage = instruction.getFlags().find((flag) => flag.getName() === "from")
        const sources = args.slice(0, -1)
        const target = args.at(-1) ?? ""
        const into = target.startsWith("/") ? join(root, target) : join(folder, target)
        for (const source of sources) {
          const path = join(stage === undefined ? context : join(work, String(stage.getValue())), source)
          cpSync(path, sources.length > 1 || target.endsWith("./") ? join(into, source) : into, {
            recursive: true,
            verbatimSymlinks: true
          })
        }
        break
      }
      case "RUN":
        execFileSync("sh", ["-c", text], { cwd: folder, env: environmentOf({ environment, root }), stdio: "pipe" })
        break
      case "ENV": {
        if (!(instruction instanceof Env)) throw new Error(text)
        const added = instruction.getProperties().map((one) => [one.getName(), one.getValue() ?? ""] as const)
        change({ environment: { ...environment, ...Object.fromEntries(added) } })
        break
      }
      case "USER":
        change({ user: text })
        break
      case "VOLUME":
        change({ volumes: [...volumes, text] })
        break
      case "EXPOSE":
        break
      case "HEALTHCHECK":
        if (instruction instanceof Healthcheck) change({ healthCheck: healthCheckOf(instruction) })
        break
      case "ENTRYPOINT":
      case "CMD":
        if (!(instruction instanceof JSONInstruction)) throw new Error(text)
        change({ command: [...command, ...stringsOf(instruction)] })
        break
      default:
        throw new Error(`Unknown instruction: ${instruction.getKeyword()}`)
    }
  }
  if (image === undefined) throw new Error(`${file} has no stage.`)
  return image
}
