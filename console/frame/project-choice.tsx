/** Selects the project of the pages. Rendered only if there is more than one project. */
import { type Project, projectName } from "../route/project.ts"

interface Props {
  readonly projects: ReadonlyArray<Project>
  readonly project: Project | undefined
  readonly choose: (projectId: string) => void
}

export const ProjectChoice = ({ choose, project, projects }: Props) => {
  if (projects.length < 2 || project === undefined) return null
  return (
    <select
      className="ks-select"
      aria-label="Project"
      value={project.id}
      onChange={({ target }) => choose(target.value)}
    >
      {projects.map((one) => (
        <option key={one.id} value={one.id}>
          {projectName(one)}
        </option>
      ))}
    </select>
  )
}
