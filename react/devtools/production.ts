/** `keystile/devtools` without the condition `development`. */
import type { KeystileDevtools as Panel } from "./keystile-devtools.tsx"

/** Renders nothing. */
export const KeystileDevtools: typeof Panel = () => null
