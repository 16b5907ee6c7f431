/** Session storage, so for this tab only. Reads and writes fail silently, since browsers can block or fill it. */

/** Stores a text. `null` removes it. */
export const writeSession = (key: string, text: string | null): void => {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // The next page of this tab does without it.
  }
}

export const readSession = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
