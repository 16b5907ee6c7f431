/** True in a development build. */

// Bundlers replace the expression by a constant. In a browser that loads the modules unbundled there is no `process`.
const built = () => {
  try {
    return process.env.NODE_ENV !== "production"
  } catch {
    return false
  }
}

export const isDevelopment: boolean = built()
