/** Server functions that read the session. Their code and its imports stay on the server. */
import { createServerFn } from "@tanstack/react-start"
import { getRequest } from "@tanstack/react-start/server"
import { keystile, settings } from "./keystile.server.ts"

/** Reads the snapshot of session, user and project, and the settings of the provider. */
export const readSnapshot = createServerFn().handler(async () => ({
  settings,
  snapshot: await keystile.takeSnapshot(getRequest())
}))

/** Reads the notes of the user. Visitors of the page are redirected to sign-in, which leads back to it. */
export const readNotes = createServerFn()
  .validator((page: string) => page)
  .handler(async ({ data: returnTo }) => {
    const { primaryEmail } = await keystile.getUser(getRequest(), { or: "redirect", returnTo })
    return { primaryEmail }
  })
