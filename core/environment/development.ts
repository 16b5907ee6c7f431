/** Whether this is a build for developers. */

/** Whether this is a build for developers. */

// Bundlers replace the expression by a constant. Where nothing did, in a browser that loads the modules as they are,
// there is no `process`.
const built = () => {
  try {
    return process.env.NODE_ENV !== "production"
  } catch {
    return false
  }
}

export const isDevelopment: boolean = built()
