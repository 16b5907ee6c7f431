/** The server side of sign-in. One instance for all requests, so that requests of one session share a refresh. */
import { createKeystile } from "keystile/next"

export const keystile = createKeystile()
