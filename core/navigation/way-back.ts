/** Which pages of an application are a way back after signing in: a pure function over addresses. */
import type { HandlerUrls } from "./urls.ts"

/** Pages that would ask again for what was just done, or undo it. */
const noWayBack = ["signIn", "signUp", "signOut", "oauthCallback", "magicLinkCallback"] as const

// A router may take `/sign%2Din/` for `/sign-in`, and what is half an encoding as it stands.
const place = ({ hash, pathname }: URL) => {
  const text = `${pathname.replace(/\/+$/, "")}${hash.split("?", 1)[0]}`
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether an address can be gone back to after signing in: it is none of the pages of signing in and out. */
export const isWayBack = (address: string, current: URL, urls: HandlerUrls): boolean => {
  const url = URL.parse(address, current)
  return url !== null && !noWayBack.some((name) => {
    const page = URL.parse(urls[name], current)
    if (page === null || page.origin !== url.origin) return false
    // Two pages may differ in their query or hash alone. What the configured page does not say does not matter.
    const same = new URL(url)
    if (page.hash === "") same.hash = ""
    return place(page) === place(same) &&
      [...page.searchParams].every(([key, value]) => url.searchParams.get(key) === value)
  })
}
