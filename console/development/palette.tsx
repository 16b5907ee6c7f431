/** The command palette with the session of an owner in development. */
import Palette from "../palette/palette.tsx"
import type { PaletteProps } from "../palette/palette-props.ts"
import { HostProvider } from "../route/host.ts"
import { developmentHost } from "./host.ts"

const DevelopmentPalette = (shown: PaletteProps) => (
  <HostProvider value={developmentHost}>
    <Palette {...shown} />
  </HostProvider>
)

export default DevelopmentPalette
