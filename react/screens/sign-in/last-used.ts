/** The sign-in method that this browser used last, in local storage. */
import { readStored, writeStored } from "../../storage/web-storage.ts"
import { useBrowserValue } from "../../runtime/use-browser-value.ts"
import { useSite } from "../../runtime/use-site.ts"

const keyOf = (projectId: string) => `keystile-last-used-${projectId}`

/** Saves the method: a provider's id, `passkey`, `magic-link` or `password`. */
export const saveLastUsed = (projectId: string, method: string): void =>
  writeStored("localStorage", keyOf(projectId), method)

/** Returns the method as stored, not validated: it is only compared with existing methods. */
export const useLastUsed = (): string | null => {
  const { projectId } = useSite()
  return useBrowserValue(() => readStored("localStorage", keyOf(projectId)), null)
}
