/** Switches the style sheets of a page. */

/** URLs of style sheets: before and after that of the screens, or instead of it. */
export interface Sheets {
  readonly before?: string | undefined
  readonly after?: string | undefined
  readonly whole?: string | undefined
  /** The class of `<html>`. */
  readonly html: string
}

/** Removes the current environment's style sheets and adds those of another. Runs in the page. */
export const switchEnvironment = async ({ after, before, html, whole }: Sheets) => {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([data-foreign])')
  const screens = Array.from(links).find(({ sheet }) =>
    Array.from(sheet?.cssRules ?? []).some(({ cssText }) => cssText.includes("--ks-stylesheet"))
  )
  if (screens === undefined) throw new Error("The page has no style sheet of the screens.")
  // Disabled by `media`: the `disabled` attribute would make the browser load the link again, without styles
  // meanwhile.
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
