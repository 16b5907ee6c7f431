import type { PageGroup } from "../route/page-props.ts"
import type { Project } from "../route/project.ts"

/** The props of the command palette. */
export interface PaletteProps {
  readonly groups: ReadonlyArray<PageGroup>
  readonly project: Project | undefined
  readonly onClose: () => void
}
