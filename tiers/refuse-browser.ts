/** Prevents the server and admin tiers from starting in a browser. */
import * as Effect from "effect/Effect"
import { ConfigurationError } from "../core/config/configuration-error.ts"
import { currentPlatform } from "../core/environment/variables.ts"
import type { TierOptions } from "./tier.ts"

/**
 * Fails in a browser, where every visitor could read the keys. A global `document` counts as a browser. A test with a
 * DOM in Node has to set `allowInBrowser`, because a page could fake every difference between the two. An app that acts
 * by its owner's session has no keys and is not refused.
 */
export const refuseBrowser = ({
  allowInBrowser = false,
  projectOwnerSession
}: Pick<TierOptions, "allowInBrowser" | "projectOwnerSession">): Effect.Effect<void, ConfigurationError> =>
  currentPlatform() === "server" || allowInBrowser || projectOwnerSession !== undefined
    ? Effect.void
    : new ConfigurationError({
        option: "allowInBrowser",
        variable: undefined,
        problem:
          "This is a browser, where every visitor can read the secret keys of the server and admin tiers. Use the " +
          "client tier. Only a test in Node that has a DOM may set this option."
      })
