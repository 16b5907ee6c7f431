/** The three tiers of access. */
import * as Schema from "effect/Schema"

/** `client` acts for the signed-in user, `server` for the application, `admin` for the project's owner. */
export const Tier = Schema.Literals(["client", "server", "admin"])
/** The tier whose keys a call is sent with: `client`, `server` or `admin`. */
export type Tier = typeof Tier.Type
