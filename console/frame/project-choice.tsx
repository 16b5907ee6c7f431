/** Selects the project of the pages. Rendered only if there is more than one project. */
import type { PageProps } from "../route/page-props.ts"

type Props = Pick<PageProps, "choose" | "project" | "projects">

export const ProjectChoice = ({ choose, project, projects }: Props) => {
  const all = projects.value?.projects ?? []
  if (all.length < 2 || project === undefined) return null
  return (
    <select
      className="ks-select"
      aria-label="Project"
      value={project.id}
      onChange={({ target }) => choose(target.value)}
    >
      {all.map(({ display_name, id }) => (
        <option key={id} value={id}>
          {display_name === "" ? id : display_name}
        </option>
      ))}
    </select>
  )
}
