/** The way by which somebody last signed in with this browser, kept in its local storage. */
import { useSyncExternalStore } from "react"
import { useClient } from "../../hooks/use-client.ts"
import { remember, remembered } from "../../runtime/local-storage.ts"

const keyOf = (projectId: string) => `keystile-last-used-${projectId}`

/** Keeps the way: a provider's id, `passkey`, `magic-link` or `password`. */
export const rememberLastUsed = (projectId: string, way: string): void => remember(keyOf(projectId), way)

const never = () => () => {}

/** The way, in whatever words the storage has: it is only ever compared with ways that there are. */
export const useLastUsed = (): string | null => {
  const { projectId } = useClient()
  return useSyncExternalStore(
    never,
    () => remembered(keyOf(projectId)),
    () => null
  )
}
