/** The way by which somebody last signed in with this browser, kept in its local storage. */
import { useSyncExternalStore } from "react"
import { useClient } from "./hooks/use-client.ts"

const keyOf = (projectId: string) => `keystile-last-used-${projectId}`

/** Keeps the way: a provider's id, `passkey`, `magic-link` or `password`. A browser that keeps nothing is fine, too. */
export const rememberLastUsed = (projectId: string, way: string): void => {
  try {
    localStorage.setItem(keyOf(projectId), way)
  } catch {
    // Storage can be switched off, full, or another origin's.
  }
}

const read = (projectId: string): string | null => {
  try {
    return localStorage.getItem(keyOf(projectId))
  } catch {
    return null
  }
}

const never = () => () => {}

/** The way, in whatever words the storage has: it is only ever compared with ways that there are. */
export const useLastUsed = (): string | null => {
  const { projectId } = useClient()
  return useSyncExternalStore(never, () => read(projectId), () => null)
}
