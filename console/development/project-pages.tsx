/** The pages of a project with the tools for development. */
import ProjectPages, { type ProjectPagesProps } from "../project/project-pages.tsx"
import { HostProvider } from "../route/host.ts"
import { developmentHost } from "./host.ts"

const DevelopmentProjectPages = (shown: ProjectPagesProps) => (
  <HostProvider value={developmentHost}>
    <ProjectPages {...shown} />
  </HostProvider>
)

export default DevelopmentProjectPages
