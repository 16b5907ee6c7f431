/** Prevents the server and admin tiers from starting in a browser. */
import * as Effect from "effect/Effect"
import { ConfigurationError } from "../core/config/configuration-error.ts"
import { currentPlatform } from "../core/environment/variables.ts"
import type { TierOptions } from "./tier.ts"

/**
 * Fails where everybody could read the keys. A `document` is taken for a browser: what only looks like one (a test with
 * a DOM in Node) says so with `allowInBrowser`, because nothing that a page could not fake tells the two apart. Without
 * keys, by an owner's session, there is nothing to hide.
 */
export const refuseBrowser = ({
  allowInBrowser = false,
  projectOwnerSession
}: TierOptions): Effect.Effect<void, ConfigurationError> =>
  currentPlatform() === "server" || allowInBrowser || projectOwnerSession !== undefined
    ? Effect.void
    : new ConfigurationError({
        option: "allowInBrowser",
        variable: undefined,
        problem:
          "This is a browser, where everybody can read the secret keys of the server and admin tiers: use the " +
          "client tier. What only looks like a browser, such as a test with a DOM, has to say so."
      })
