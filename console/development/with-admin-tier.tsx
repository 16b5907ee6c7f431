/** The parts that need the admin tier, for the host `keystile dev`: the pages of a project and the command palette. */
import Palette from "../palette/palette.tsx"
import type { PaletteProps } from "../palette/palette-props.ts"
import ProjectPages, { type ProjectPagesProps } from "../project/project-pages.tsx"
import { HostProvider } from "../route/host.ts"
import { developmentHost } from "./host.ts"

export const DevelopmentProjectPages = (shown: ProjectPagesProps) => (
  <HostProvider value={developmentHost}>
    <ProjectPages {...shown} />
  </HostProvider>
)

export const DevelopmentPalette = (shown: PaletteProps) => (
  <HostProvider value={developmentHost}>
    <Palette {...shown} />
  </HostProvider>
)
