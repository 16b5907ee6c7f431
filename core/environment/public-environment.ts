/** The environment variables that any place may know, a browser included. */
import type { Environment } from "./variables.ts"

/** `process` does not exist everywhere, and bundlers replace `process.env.NAME` only where it is written out. */
export const attempt = (read: () => Environment): Environment => {
  try {
    return read()
  } catch {
    return {}
  }
}

/** What any place may know, as the process or the bundler gives it. */
export const publicEnvironment = (): Environment =>
  attempt(() => ({
    NEXT_PUBLIC_STACK_PROJECT_ID: process.env.NEXT_PUBLIC_STACK_PROJECT_ID,
    NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY,
    NEXT_PUBLIC_BROWSER_STACK_API_URL: process.env.NEXT_PUBLIC_BROWSER_STACK_API_URL,
    NEXT_PUBLIC_SERVER_STACK_API_URL: process.env.NEXT_PUBLIC_SERVER_STACK_API_URL,
    NEXT_PUBLIC_STACK_API_URL: process.env.NEXT_PUBLIC_STACK_API_URL,
    NEXT_PUBLIC_STACK_URL: process.env.NEXT_PUBLIC_STACK_URL
  }))
