/** The projects of the control API, as the pages take them. */
import type { Projects } from "../control/responses.ts"
import type { Project } from "../route/project.ts"

/** The id of the internal project, which contains the owned projects. It is never selected by default. */
const INTERNAL = "internal"

/** Returns the projects, the internal one last. */
export const listedProjects = ({ projects }: Projects): ReadonlyArray<Project> => {
  const all = projects.map(({ display_name, domains, id, keys }) => ({
    id,
    displayName: display_name,
    domains: domains.map(({ domain, handler_path }) => ({ domain, handlerPath: handler_path })),
    publishableClientKey: keys?.publishable_client_key
  }))
  return [...all.filter(({ id }) => id !== INTERNAL), ...all.filter(({ id }) => id === INTERNAL)]
}
