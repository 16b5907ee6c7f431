/** Puts a page into an environment of other style sheets. */

/** Addresses of style sheets, before and after the one of the screens, or instead of it. */
export interface Sheets {
  readonly before?: string | undefined
  readonly after?: string | undefined
  readonly whole?: string | undefined
  /** The class of `<html>`. */
  readonly html: string
}

/** Takes the page out of the environment it is in, and into another. Runs in the page. */
export const switchEnvironment = async ({ after, before, html, whole }: Sheets) => {
  const screens = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"][href*="preload-helper"]')
  if (screens === null) throw new Error("The page has no style sheet of the screens.")
  // By its media: a link that was disabled is loaded again, and so for a moment is not there.
  screens.media = "all"
  for (const link of document.querySelectorAll("link[data-foreign]")) link.remove()
  document.documentElement.className = html
  const insert = (href: string | undefined, where: InsertPosition) => {
    if (href === undefined) return undefined
    const link = document.createElement("link")
    link.rel = "stylesheet"
    link.dataset["foreign"] = ""
    const loaded = new Promise((resolve, reject) => {
      link.addEventListener("load", resolve)
      link.addEventListener("error", reject)
    })
    link.href = href
    screens.insertAdjacentElement(where, link)
    return loaded
  }
  await Promise.all([insert(before, "beforebegin"), insert(after ?? whole, "afterend")])
  if (whole !== undefined) screens.media = "not all"
}
