/** The method by which somebody last signed in with this browser, kept in its local storage. */
import { useSyncExternalStore } from "react"
import { useClient } from "../../hooks/use-client.ts"
import { writeLocal, readLocal } from "../../runtime/local-storage.ts"

const keyOf = (projectId: string) => `keystile-last-used-${projectId}`

/** Keeps the method: a provider's id, `passkey`, `magic-link` or `password`. */
export const rememberLastUsed = (projectId: string, method: string): void => writeLocal(keyOf(projectId), method)

const never = () => () => {}

/** The method, in whatever words the storage has: it is only ever compared with ways that there are. */
export const useLastUsed = (): string | null => {
  const { projectId } = useClient()
  return useSyncExternalStore(
    never,
    () => readLocal(keyOf(projectId)),
    () => null
  )
}
