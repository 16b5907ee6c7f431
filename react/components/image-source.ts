/** Which addresses of images are shown, and what stands for somebody who has none. */

/**
 * The address, if it is one of an image that may be shown: `https:`, or image data in the page itself. Everything else
 * could be a script, or be read by who listens to the network.
 */
export const imageSource = (url: string | null | undefined): string | null => {
  if (url == null) return null
  if (/^data:image\/[a-z+.-]+[;,]/i.test(url)) return url
  return URL.parse(url)?.protocol === "https:" ? url : null
}

const first = (text: string | undefined): string => Array.from(text ?? "")[0] ?? ""

/**
 * One or two letters of a name: `NL` for Noor Lindqvist, `N` for noor@fernhill.example. Of a person the first and the
 * last word count, of a team the first two.
 */
export const initialsOf = (name: string | null | undefined, kind: "user" | "team" = "user"): string => {
  // A name may be as long as its owner wishes.
  const words =
    (name ?? "")
      .slice(0, 400)
      .split("@")[0]
      ?.match(/[\p{L}\p{N}]+/gu) ?? []
  const last = words.length > 1 && !name?.includes("@") ? first(words.at(kind === "team" ? 1 : -1)) : ""
  return `${first(words[0])}${last}`.toLocaleUpperCase()
}
