/** The sign-in service, one for the process. */
import { createService, type MountedService } from "keystile/service/production"

const create = () => {
  const service = createService({
    publicUrl: process.env.KEYSTILE_PUBLIC_URL ?? "",
    database: process.env.KEYSTILE_DB ?? "",
    secrets: process.env.KEYSTILE_SECRETS ?? "",
    mail: process.env.KEYSTILE_MAIL ?? "",
    // Next itself sends the address of a connection as X-Forwarded-For if no proxy does.
    trustedProxies: 1
  })
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void service.close())
  return service
}

/** Next bundles this module several times, and `next dev` loads it anew: only a global variable exists once. */
const here = globalThis as typeof globalThis & { signInService?: MountedService }

/** Created on first use: `next build` imports this module, too, and has no secrets. */
export const signInService = () => (here.signInService ??= create())
