/** Chunk of the second steps. */
export { MagicLinkCode } from "../magic-link/magic-link-code.tsx"
export { SecondFactorStep } from "../second-factor/second-factor-step.tsx"
