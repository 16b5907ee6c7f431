/** Renders the gallery, or the selected state in the gallery's frame (`?state=…`). */
import "keystile/react/styles.css"
import "keystile/react/themes.css"

const query = new URLSearchParams(location.search)
// A link within a state leads to another page of the screens.
const isStatePage = query.has("state") || location.pathname.startsWith("/handler/")

void (isStatePage ? import("./state-page/state-page.tsx") : import("./shell/shell.tsx")).then(({ show }) => {
  const root = document.getElementById("root")
  if (root === null) throw new Error("index.html has no element with the id `root`.")
  show(root, query)
})
