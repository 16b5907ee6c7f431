/**
 * Finds the problems between the valid parts of a seed: values that exist twice, and references to what does not exist.
 */
import {
  type ProjectPermissions,
  undefinedProjectPermissions
} from "../../resources/permissions/project-permissions.ts"
import {
  type TeamPermissions,
  teamPermissionsOfNewProject,
  undefinedPermissions
} from "../../resources/permissions/team-permissions.ts"
import type { Seed, SeedProject } from "./seed.ts"
import type { SeedProblem } from "./seed-invalid.ts"

type Path = SeedProblem["path"]

/** A value that may exist once, with its path. */
type ValueAtPath = readonly [value: string | undefined, path: Path]

/** Returns values of the items of a list, with the paths of the items. */
const valuesOf = <A>(
  list: ReadonlyArray<A> | undefined,
  path: Path,
  read: (item: A) => string | undefined
): ReadonlyArray<ValueAtPath> => (list ?? []).map((item, index) => [read(item), [...path, index]])

/** Returns a problem for each value that exists more than once, at its second occurrence. */
const duplicates = (
  values: ReadonlyArray<ValueAtPath>,
  explain: (value: string) => string
): ReadonlyArray<SeedProblem> => {
  const seen = new Set<string>()
  const twice = new Map<string, Path>()
  for (const [value, path] of values) {
    if (value === undefined) continue
    if (seen.has(value) && !twice.has(value)) twice.set(value, path)
    seen.add(value)
  }
  return [...twice].map(([value, path]) => ({ path, text: explain(value) }))
}

/** Returns all problems between the parts of a seed. */
export const problemsBetween = ({ newProjects, projects }: Seed): ReadonlyArray<SeedProblem> => [
  ...duplicates(
    valuesOf(projects, ["projects"], ({ id }) => id),
    (id) => `two projects have the id ${id}`
  ),
  ...duplicates(
    projects.flatMap(({ users }, index) =>
      valuesOf(users, ["projects", index, "users"], ({ id }) => id?.toLowerCase())
    ),
    (id) => `two users have the id ${id}`
  ),
  ...duplicates(
    projects.flatMap(({ teams }, index) => valuesOf(teams, ["projects", index, "teams"], ({ id }) => id.toLowerCase())),
    (id) => `two teams have the id ${id}`
  ),
  ...projects.flatMap((project, index) => problemsOfProject(project, ["projects", index])),
  ...teamPermissionProblems("newProjects", newProjects?.teamPermissions, ["newProjects", "teamPermissions"])
]

const problemsOfProject = (project: SeedProject, path: Path): ReadonlyArray<SeedProblem> => [
  ...duplicates(
    valuesOf(project.users, [...path, "users"], ({ email }) => email),
    (email) => `two users of the project ${project.id} have the email ${email}`
  ),
  ...duplicates(
    valuesOf(project.domains, [...path, "domains"], ({ domain }) => domain),
    (domain) => `the project ${project.id} has the domain ${domain} twice`
  ),
  ...duplicates(
    valuesOf(project.config?.oauthProviders, [...path, "config", "oauthProviders"], ({ id }) => id),
    (id) => `the project ${project.id} has the OAuth provider ${id} twice`
  ),
  ...duplicates(
    valuesOf(
      project.mailTemplates,
      [...path, "mailTemplates"],
      ({ language = "all languages", type }) => `${type} for ${language}`
    ),
    (template) => `the project ${project.id} has the mail template ${template} twice`
  ),
  ...teamPermissionProblems(`the project ${project.id}`, project.teamPermissions, [...path, "teamPermissions"]),
  ...projectPermissionProblems(project, [...path, "projectPermissions"])
]

const teamPermissionProblems = (
  owner: string,
  permissions: TeamPermissions = {},
  path: Path
): ReadonlyArray<SeedProblem> => [
  ...duplicates(
    valuesOf(permissions.definitions, [...path, "definitions"], ({ id }) => id),
    (id) => `${owner} has the permission ${id} twice`
  ),
  ...undefinedPermissions(permissions).map((id) => ({
    path,
    text: `${owner} refers to the permission ${id}, which it does not define`
  }))
]

/** The ids of team permissions and project permissions differ. */
const projectPermissionProblems = (
  { id: projectId, projectPermissions = {}, teamPermissions }: SeedProject,
  path: Path
): ReadonlyArray<SeedProblem> => {
  const { definitions } = teamPermissionsOfNewProject(teamPermissions)
  const isOfTeams = new Set(definitions.map(({ id }) => id))
  const own: ProjectPermissions["definitions"] = projectPermissions.definitions ?? []
  return [
    ...duplicates(
      valuesOf(own, [...path, "definitions"], ({ id }) => id),
      (id) => `the project ${projectId} has the project permission ${id} twice`
    ),
    ...own.flatMap(({ id }, index) =>
      isOfTeams.has(id)
        ? [
            {
              path: [...path, "definitions", index],
              text: `the project ${projectId} has the permission ${id} for teams and for the project`
            }
          ]
        : []
    ),
    ...undefinedProjectPermissions(projectPermissions).map((id) => ({
      path,
      text: `the project ${projectId} refers to the project permission ${id}, which it does not define`
    }))
  ]
}
