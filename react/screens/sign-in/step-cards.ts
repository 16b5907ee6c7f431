/** Chunk of the second steps. */
import { preloadCodeField } from "../../components/code-field.tsx"

export { MagicLinkCode } from "../magic-link/magic-link-code.tsx"
export { SecondFactorStep } from "../second-factor/second-factor-step.tsx"

/** Loads what the steps load on demand. */
export const preload = (): Promise<void> => preloadCodeField()
