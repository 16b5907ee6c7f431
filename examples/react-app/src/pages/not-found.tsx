/** The page for unknown paths. */
import { Empty } from "../components/empty.tsx"
import { sprigIcon } from "../components/icons.tsx"
import { Page } from "../components/page.tsx"
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
