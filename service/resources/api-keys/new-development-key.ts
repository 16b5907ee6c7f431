import { newOpaqueToken } from "../../crypto/opaque-token.ts"

/** Returns a new key. Its random part begins with `dev`, which keys of hosted projects do not. */
export const newDevelopmentKey = (kind: "pck" | "ssk" | "sak") => `${kind}_dev${newOpaqueToken().slice(3)}`
