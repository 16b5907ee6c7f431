/** Keys of a project. */
import { newOpaqueToken } from "../../crypto/opaque-token.ts"

/** A key that tells everybody where it belongs, and that no hosted project has: its random part begins with `dev`. */
export const newDevelopmentKey = (kind: "pck" | "ssk" | "sak") => `${kind}_dev${newOpaqueToken().slice(3)}`
