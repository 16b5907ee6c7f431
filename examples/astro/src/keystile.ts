/** The server side of sign-in. One instance for all requests, so that requests of one session share a refresh. */
import { createKeystile } from "keystile/astro"

/** The settings of the provider on the server and in the browser. Secret keys are not part of them. */
export const settings = {
  baseUrl: process.env.NEXT_PUBLIC_STACK_API_URL,
  projectId: process.env.NEXT_PUBLIC_STACK_PROJECT_ID,
  publishableClientKey: process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY
}

export const keystile = createKeystile(settings)
