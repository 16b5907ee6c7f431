/** The environment variables that are public. */
import type { Environment } from "./variables.ts"

/**
 * Reads variables, or returns none if there is no `process`. Bundlers replace `process.env.NAME` only if it is written
 * out.
 */
export const attempt = (read: () => Environment): Environment => {
  try {
    return read()
  } catch {
    return {}
  }
}

/** Reads the public variables from the process, or as the bundler replaced them. */
export const publicEnvironment = (): Environment =>
  attempt(() => ({
    NEXT_PUBLIC_STACK_PROJECT_ID: process.env.NEXT_PUBLIC_STACK_PROJECT_ID,
    NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY,
    NEXT_PUBLIC_BROWSER_STACK_API_URL: process.env.NEXT_PUBLIC_BROWSER_STACK_API_URL,
    NEXT_PUBLIC_SERVER_STACK_API_URL: process.env.NEXT_PUBLIC_SERVER_STACK_API_URL,
    NEXT_PUBLIC_STACK_API_URL: process.env.NEXT_PUBLIC_STACK_API_URL,
    NEXT_PUBLIC_STACK_URL: process.env.NEXT_PUBLIC_STACK_URL
  }))
