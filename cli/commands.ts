/** The commands of `keystile`. The file of each defines its flags, and loads on demand what runs it. */
import { loadCommand } from "./load-command.ts"

/** Loads each command by its name, in the order of the help. */
const commands = {
  dev: () => import("./dev.ts").then(({ dev }) => dev),
  seed: () => import("./seed.ts").then(({ seed }) => seed),
  serve: () => import("./serve.ts").then(({ serve }) => serve),
  owner: () => import("./owner.ts").then(({ owner }) => owner),
  project: () => import("./project.ts").then(({ project }) => project),
  mails: () => import("./mails.ts").then(({ mails }) => mails),
  webhooks: () => import("./webhooks.ts").then(({ webhooks }) => webhooks),
  audit: () => import("./audit.ts").then(({ audit }) => audit),
  export: () => import("./export.ts").then(({ exportCommand }) => exportCommand),
  import: () => import("./import.ts").then(({ importCommand }) => importCommand),
  backup: () => import("./backup.ts").then(({ backup }) => backup),
  restore: () => import("./restore.ts").then(({ restore }) => restore),
  secrets: () => import("./secrets.ts").then(({ secrets }) => secrets),
  keys: () => import("./keys.ts").then(({ keys }) => keys),
  snapshot: () => import("./snapshot.ts").then(({ snapshot }) => snapshot)
}

const isName = (text: string): text is keyof typeof commands => Object.hasOwn(commands, text)

/**
 * Returns the command that the first argument names. Otherwise returns all, for the help and the suggestions: to define
 * the flags of all of them takes 5 % of the start of `keystile dev`.
 */
export const commandsFor = (argument = "") =>
  loadCommand(() =>
    Promise.all((isName(argument) ? [commands[argument]] : Object.values(commands)).map((load) => load()))
  )
