/** The server side of sign-in. One instance for all requests, so that requests of one session share a refresh. */
import { createServerRendering } from "keystile/react/server"

export const keystile = createServerRendering()
