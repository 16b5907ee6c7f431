/** The server's side of sign-in: one for all requests, so that those of one session share a refresh. */
import { createServerRendering } from "keystile/react/server"

export const keystile = createServerRendering()
