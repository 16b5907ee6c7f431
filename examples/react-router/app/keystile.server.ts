/** The server's side of sign-in: one for all requests, so that those of one session share a refresh. */
import { createServerRendering } from "keystile/react/server"

/** For the provider, which has to be the same in the browser. The secret keys are none of these. */
export const settings = {
  baseUrl: process.env.NEXT_PUBLIC_STACK_API_URL,
  projectId: process.env.NEXT_PUBLIC_STACK_PROJECT_ID,
  publishableClientKey: process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY
}

export const keystile = createServerRendering(settings)
