/** Development builds, and their warnings. */

// Bundlers replace the expression by a constant. In a browser that loads the modules unbundled there is no `process`.
const readDevelopment = () => {
  try {
    return process.env.NODE_ENV !== "production"
  } catch {
    return false
  }
}

/** True in a development build. */
export const isDevelopment: boolean = readDevelopment()

const warnings = new Set<string>()

/** Warns in the console, once for each text. */
export const warnOnce = (text: string): void => {
  if (warnings.has(text)) return
  warnings.add(text)
  globalThis.console.warn(text)
}
