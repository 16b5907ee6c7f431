// @ts-check
// Joins the changelog that changesets write with the entries that were written by hand.

const TITLE = "# Changelog\n"
const UNRELEASED = "\n## Unreleased\n"

/**
 * Repairs the changelog after `changeset version`, which writes the new version directly below the title: the
 * introduction is above it again, and what was unreleased belongs to the version.
 *
 * @param {string} before
 * @param {string} after
 * @returns {string}
 */
export const joinUnreleased = (before, after) => {
  if (before === after) return after
  const introduction = before.slice(TITLE.length).split("\n## ")[0] ?? ""
  const versions = after.slice(TITLE.length).replace(introduction, "\n")
  return `${TITLE}${introduction}${versions
    .replace(UNRELEASED, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "\n")}`
}
