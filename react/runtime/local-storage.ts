/** What this browser remembers for its next visit. It may be switched off, full, or another origin's: nothing needs it. */

export const writeLocal = (key: string, text: string): void => {
  try {
    localStorage.setItem(key, text)
  } catch {
    // The next page begins without.
  }
}

export const readLocal = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
