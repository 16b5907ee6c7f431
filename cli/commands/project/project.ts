/** `keystile project`: creates and changes the projects of a service in production. */
import { Option, Record, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import {
  type MailLanguageFlag,
  mailLanguageNames,
  type ProjectChange,
  type SignUpProofName,
  signUpProofNames,
  switches
} from "./project-task.ts"
import { taskFlags, taskRunner } from "../../run/task-command.ts"

const switchNames = Record.keys(switches)

const projectSettings = {
  settingsFile: Flag.String("settings").pipe(
    Flag.withDescription("A JSON file with settings of the project: the body of PATCH /projects/current. - is stdin"),
    Flag.withMetavar("FILE"),
    Flag.optional
  ),
  limitsFile: Flag.String("limits").pipe(
    Flag.withDescription(
      "A JSON file with all rate limits of the project, - for stdin, or default for the defaults of the service"
    ),
    Flag.withMetavar("FILE|default"),
    Flag.optional
  ),
  signUpProof: Flag.Literals("sign-up-proof", signUpProofNames).pipe(
    Flag.withDescription("The proof that sign-up needs. Turnstile and another difficulty are set by --settings FILE"),
    Flag.optional
  ),
  passwordMinLength: Flag.String("password-min-length").pipe(
    Flag.withDescription("The minimum length of new passwords, 8 to 64"),
    Flag.withMetavar("NUMBER|default"),
    Flag.optional
  ),
  sessionLifetime: Flag.String("session-lifetime").pipe(
    Flag.withDescription('The lifetime of sessions, such as "12 hours" or "30 days": 15 minutes to 367 days'),
    Flag.withMetavar("DURATION|default"),
    Flag.optional
  ),
  sessionIdle: Flag.String("session-idle").pipe(
    Flag.withDescription("The time without use after which a session ends, at least 15 minutes"),
    Flag.withMetavar("DURATION|default"),
    Flag.optional
  ),
  mailLanguage: Flag.Literals("mail-language", mailLanguageNames).pipe(
    Flag.withDescription("The language of mails to people whose language is not known"),
    Flag.optional
  ),
  domains: Flag.String("domain").pipe(
    Flag.withDescription("A trusted domain, https://example.com. Repeat it for several; they replace the former ones"),
    Flag.withMetavar("URL"),
    Flag.atLeast(0)
  ),
  enable: Flag.Literals("enable", switchNames).pipe(Flag.withDescription("Switch on"), Flag.atLeast(0)),
  disable: Flag.Literals("disable", switchNames).pipe(Flag.withDescription("Switch off"), Flag.atLeast(0))
}

const keySet = {
  admin: Flag.Boolean("admin").pipe(
    Flag.withDescription("Also create a super secret admin key, which may change the settings of the project"),
    Flag.withDefault(false)
  ),
  expiresInDays: Flag.Int("expires-in").pipe(
    Flag.withDescription("The lifetime of the keys (default: they do not expire)"),
    Flag.withMetavar("DAYS"),
    Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 36_500 }))),
    Flag.optional
  )
}

const projectId = Argument.String("id").pipe(Argument.withDescription("The project: keystile project list"))

interface ChangeFlags extends Pick<ProjectChange, "disable" | "domains" | "enable"> {
  readonly limitsFile: Option.Option<string>
  readonly mailLanguage: Option.Option<MailLanguageFlag>
  readonly passwordMinLength: Option.Option<string>
  readonly sessionIdle: Option.Option<string>
  readonly sessionLifetime: Option.Option<string>
  readonly settingsFile: Option.Option<string>
  readonly signUpProof: Option.Option<SignUpProofName>
}

/** Returns the settings in the flags. */
const changeOf = ({
  disable,
  domains,
  enable,
  limitsFile,
  mailLanguage,
  passwordMinLength,
  sessionIdle,
  sessionLifetime,
  settingsFile,
  signUpProof
}: ChangeFlags): ProjectChange => ({
  disable,
  domains,
  enable,
  passwordMinLength: Option.getOrUndefined(passwordMinLength),
  sessionIdle: Option.getOrUndefined(sessionIdle),
  sessionLifetime: Option.getOrUndefined(sessionLifetime),
  mailLanguage: Option.getOrUndefined(mailLanguage),
  limitsFile: Option.getOrUndefined(limitsFile),
  settingsFile: Option.getOrUndefined(settingsFile),
  signUpProof: Option.getOrUndefined(signUpProof)
})

/** Runs a task with the configuration of `keystile serve`. */
const perform = taskRunner(() => import("./run-project.ts"))

const create = Command.make(
  "create",
  {
    ...taskFlags,
    ...projectSettings,
    ...keySet,
    name: Argument.String("name").pipe(Argument.withDescription("The name that users see"))
  },
  ({ admin, expiresInDays, name, ...input }) =>
    perform(input, {
      type: "create",
      name,
      admin,
      expiresInDays: Option.getOrUndefined(expiresInDays),
      change: changeOf(input)
    })
).pipe(
  Command.withDescription(
    [
      "Create a project and its API keys, which are printed once. A database that does not exist is created.",
      "Users sign in with passwords. Only the given domains are trusted, and pages of localhost are not."
    ].join("\n  ")
  ),
  Command.withShortDescription("Create a project and its API keys"),
  Command.withExamples([
    { command: 'keystile project create "Larkspur" --domain https://larkspur.example', description: "With passwords" },
    {
      command: 'keystile project create "Larkspur" --domain https://larkspur.example --enable passkey --json',
      description: "For scripts"
    }
  ])
)

const list = Command.make("list", taskFlags, (input) => perform(input, { type: "list" })).pipe(
  Command.withShortDescription("List the projects"),
  Command.withDescription("List the projects.")
)

const show = Command.make("show", { ...taskFlags, projectId }, ({ projectId, ...input }) =>
  perform(input, { type: "show", projectId })
).pipe(
  Command.withShortDescription("Print the settings of a project"),
  Command.withDescription("Print the settings of a project as JSON, without secrets.")
)

const set = Command.make(
  "set",
  {
    ...taskFlags,
    ...projectSettings,
    name: Flag.String("name").pipe(
      Flag.withDescription("The name that users see"),
      Flag.withMetavar("NAME"),
      Flag.optional
    ),
    projectId
  },
  ({ name, projectId, ...input }) =>
    perform(input, { type: "set", projectId, name: Option.getOrUndefined(name), change: changeOf(input) })
).pipe(
  Command.withDescription(
    [
      "Change settings of a project. Those that are not given stay as they are, except in the file of --limits.",
      "OAuth providers, mail servers, Turnstile and default permissions are set by --settings FILE."
    ].join("\n  ")
  ),
  Command.withShortDescription("Change settings of a project"),
  Command.withExamples([
    { command: "keystile project set ID --enable magic-link --disable sign-up", description: "Methods" },
    {
      command: "keystile project set ID --settings providers.json",
      description: "OAuth providers, with their secrets"
    },
    { command: "keystile project set ID --sign-up-proof proof-of-work", description: "Sign-up needs a proof of work" },
    { command: "keystile project set ID --limits limits.json", description: "Rate limits" },
    {
      command: 'keystile project set ID --password-min-length 12 --session-idle "30 minutes"',
      description: "Longer passwords, shorter sessions"
    },
    { command: "keystile project set ID --mail-language pl-PL", description: "Mails in Polish" }
  ])
)

const createKeys = Command.make(
  "create",
  { ...taskFlags, ...keySet, projectId },
  ({ admin, expiresInDays, projectId, ...input }) =>
    perform(input, { type: "createKeys", projectId, admin, expiresInDays: Option.getOrUndefined(expiresInDays) })
).pipe(
  Command.withShortDescription("Create API keys, which are printed once"),
  Command.withDescription("Create a set of API keys. They are printed once: the database has only their hashes.")
)

const listKeys = Command.make("list", { ...taskFlags, projectId }, ({ projectId, ...input }) =>
  perform(input, { type: "listKeys", projectId })
).pipe(
  Command.withShortDescription("List the sets of API keys"),
  Command.withDescription("List the sets of API keys with the last four characters of each key.")
)

const revokeKeys = Command.make(
  "revoke",
  { ...taskFlags, projectId, keySetId: Argument.String("set").pipe(Argument.withDescription("The set of keys")) },
  ({ keySetId, projectId, ...input }) => perform(input, { type: "revokeKeys", projectId, keySetId })
).pipe(
  Command.withShortDescription("Revoke a set of API keys"),
  Command.withDescription("Revoke a set of API keys. Requests with them are refused at once.")
)

const keys = Command.make("keys").pipe(
  Command.withDescription("The API keys of a project."),
  Command.withSubcommands([createKeys, listKeys, revokeKeys])
)

export const project = Command.make("project").pipe(
  Command.withDescription("The projects of a service in production. Takes the configuration of keystile serve."),
  Command.withShortDescription("The projects in production"),
  Command.withSubcommands([create, list, show, set, keys])
)
