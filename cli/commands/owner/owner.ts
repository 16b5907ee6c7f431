/** `keystile owner`: the owners of the projects of a service in production. */
import { Argument, Command, Flag } from "effect/cli"
import { taskFlags, taskRunner } from "../../run/task-command.ts"

const email = Argument.String("email").pipe(Argument.withDescription("The address of the owner"))
const named = Argument.String("owner").pipe(
  Argument.withDescription("The address or the id of the owner: keystile owner list")
)
/** The condition of `link` and `add-project`. The other commands take each address of the owner. */
const signInAddressNeeded = "Needs the id, or a verified address with which the owner signs in."
const projectId = Argument.String("project").pipe(Argument.withDescription("The project: keystile project list"))

/** Runs a task with the configuration of `keystile serve`. */
const perform = taskRunner(() => import("./run-owner.ts"))

const create = Command.make(
  "create",
  {
    ...taskFlags,
    projects: Flag.String("project").pipe(
      Flag.withDescription("A project that they own (default: all present ones). Repeat it for several"),
      Flag.withMetavar("ID"),
      Flag.atLeast(0)
    ),
    email
  },
  ({ email, projects, ...input }) =>
    perform(input, { type: "create", email, projectIds: projects.length === 0 ? undefined : projects })
).pipe(
  Command.withDescription(
    [
      "Create an owner of projects. Prints a link, and mails it if the service has a mail server.",
      "The owner opens it once, within a day, sets a password, and then a second factor.",
      "Projects that are created later need keystile owner add-project."
    ].join("\n  ")
  ),
  Command.withShortDescription("Create an owner, who signs in at /owner of the service"),
  Command.withExamples([
    { command: "keystile owner create ada@example.com", description: "An owner of all present projects" },
    { command: "keystile owner create bob@example.com --project ID", description: "An owner of one project" }
  ])
)

const list = Command.make("list", taskFlags, (input) => perform(input, { type: "list" })).pipe(
  Command.withShortDescription("List the owners with their ids, second factors and projects"),
  Command.withDescription("List the owners with their ids, second factors and projects.")
)

const link = Command.make("link", { ...taskFlags, owner: named }, ({ owner, ...input }) =>
  perform(input, { type: "link", owner })
).pipe(
  Command.withShortDescription("Make another link on which an owner sets a password"),
  Command.withDescription(
    [
      "Make another link on which an owner sets a password, for a lost link or a forgotten password.",
      signInAddressNeeded
    ].join("\n  ")
  )
)

const addProject = Command.make(
  "add-project",
  { ...taskFlags, owner: named, projectId },
  ({ owner, projectId, ...input }) => perform(input, { type: "addProject", owner, projectId })
).pipe(
  Command.withShortDescription("Make an owner the owner of a project"),
  Command.withDescription(["Make an owner the owner of a project.", signInAddressNeeded].join("\n  "))
)

const removeProject = Command.make(
  "remove-project",
  { ...taskFlags, owner: named, projectId },
  ({ owner, projectId, ...input }) => perform(input, { type: "removeProject", owner, projectId })
).pipe(
  Command.withShortDescription("Take a project from an owner"),
  Command.withDescription("Take a project from an owner, at once.")
)

const signOut = Command.make("sign-out", { ...taskFlags, owner: named }, ({ owner, ...input }) =>
  perform(input, { type: "signOut", owner })
).pipe(
  Command.withShortDescription("End all sessions of an owner"),
  Command.withDescription(
    [
      "End all sessions of an owner, at once. Whoever has the password, a passkey or the mailbox can sign in again:",
      "keystile owner link replaces the password, and keystile owner remove deletes the owner."
    ].join("\n  ")
  )
)

const resetSecondFactor = Command.make("reset-second-factor", { ...taskFlags, owner: named }, ({ owner, ...input }) =>
  perform(input, { type: "resetSecondFactor", owner })
).pipe(
  Command.withShortDescription("Remove the second factor of an owner who lost it"),
  Command.withDescription(
    "Remove the second factor and the recovery codes of an owner, and sign the owner out everywhere."
  )
)

const remove = Command.make("remove", { ...taskFlags, owner: named }, ({ owner, ...input }) =>
  perform(input, { type: "remove", owner })
).pipe(Command.withShortDescription("Delete an owner"), Command.withDescription("Delete an owner. The projects stay."))

export const owner = Command.make("owner").pipe(
  Command.withDescription(
    "The owners of the projects of a service in production. Takes the configuration of keystile serve."
  ),
  Command.withShortDescription("The owners of projects in production"),
  Command.withSubcommands([create, list, link, addProject, removeProject, signOut, resetSecondFactor, remove])
)
