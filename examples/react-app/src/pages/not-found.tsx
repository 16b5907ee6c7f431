/** The page for unknown paths. */
import { Empty } from "../parts/empty.tsx"
import { sprigIcon } from "../parts/icons.tsx"
import { Page } from "../parts/page.tsx"
import { Link } from "../router.tsx"

export const NotFound = () => (
  <Page title="Nothing here">
    <Empty
      icon={sprigIcon}
      title="This address leads nowhere"
      text="It may have a letter too many, or the page has moved."
    >
      <Link href="/" className="ks-button" data-variant="outline">
        Back to the start
      </Link>
    </Empty>
  </Page>
)
