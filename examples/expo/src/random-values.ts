import { getRandomValues } from "expo-crypto"

/** Adds `crypto.getRandomValues`, which React Native does not have. */
export const addRandomValues = () => {
  globalThis.crypto ??= {} as Crypto
  globalThis.crypto.getRandomValues ??= getRandomValues as Crypto["getRandomValues"]
}
