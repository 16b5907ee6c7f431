/**
 * Texts in the storage of the browser: `localStorage` for the next visit, `sessionStorage` for this tab only. Reads and
 * writes fail silently, since browsers can block or fill it. The page then does without the text.
 */

type StorageName = "localStorage" | "sessionStorage"

/** Returns a stored text; `null` if there is none. */
export const readStored = (storage: StorageName, key: string): string | null => {
  try {
    return globalThis[storage].getItem(key)
  } catch {
    return null
  }
}

/** Stores a text. `null` removes it. */
export const writeStored = (storage: StorageName, key: string, text: string | null): void => {
  try {
    if (text === null) globalThis[storage].removeItem(key)
    else globalThis[storage].setItem(key, text)
  } catch {
    // Blocked or full.
  }
}
