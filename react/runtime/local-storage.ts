/**
 * Local storage for what the next visit may use. Reads and writes fail silently, since browsers can block or fill it.
 */

export const writeLocal = (key: string, text: string): void => {
  try {
    localStorage.setItem(key, text)
  } catch {
    // The next visit uses defaults.
  }
}

export const readLocal = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
