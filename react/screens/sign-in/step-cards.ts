/** The steps after the first, which load as one. */
import { preloadCodeField } from "../../components/code-field.tsx"

export { MagicLinkCode } from "../magic-link/magic-link-code.tsx"
export { SecondFactorStep } from "../second-factor/second-factor-step.tsx"

/** Fetches what the steps themselves load. */
export const preload = (): void => preloadCodeField()
