/** One address, two pages: the gallery itself, and in its frame the state that was chosen (`?state=…`). */
import "keystile/react/styles.css"
import "keystile/react/themes.css"

const query = new URLSearchParams(location.search)
// What is followed inside of a state is a page of the screens as well.
const isStage = query.has("state") || location.pathname.startsWith("/handler/")

void (isStage ? import("./stage/stage.tsx") : import("./shell/shell.tsx")).then(({ show }) => {
  const root = document.getElementById("root")
  if (root === null) throw new Error("index.html has no element with the id `root`.")
  show(root, query)
})
