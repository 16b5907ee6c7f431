/** The commands of `keystile`. The file of each defines its flags, and loads on demand what runs it. */
import { loadCommand } from "./run/load-command.ts"

/** Loads each command by its name, in the order of the help. */
const commands = {
  dev: () => import("./commands/dev/dev.ts").then(({ dev }) => dev),
  seed: () => import("./commands/seed/seed.ts").then(({ seed }) => seed),
  serve: () => import("./commands/serve/serve.ts").then(({ serve }) => serve),
  owner: () => import("./commands/owner/owner.ts").then(({ owner }) => owner),
  project: () => import("./commands/project/project.ts").then(({ project }) => project),
  mails: () => import("./commands/mails/mails.ts").then(({ mails }) => mails),
  webhooks: () => import("./commands/webhooks/webhooks.ts").then(({ webhooks }) => webhooks),
  audit: () => import("./commands/audit/audit.ts").then(({ audit }) => audit),
  export: () => import("./commands/transfer/export.ts").then(({ exportCommand }) => exportCommand),
  import: () => import("./commands/transfer/import.ts").then(({ importCommand }) => importCommand),
  backup: () => import("./commands/backup/backup.ts").then(({ backup }) => backup),
  restore: () => import("./commands/backup/restore.ts").then(({ restore }) => restore),
  secrets: () => import("./commands/secrets/secrets.ts").then(({ secrets }) => secrets),
  keys: () => import("./commands/keys/keys.ts").then(({ keys }) => keys),
  snapshot: () => import("./commands/snapshot/snapshot.ts").then(({ snapshot }) => snapshot)
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
