/** The page for unknown paths. */
import { Link } from "../router.tsx"

export const NotFound = () => (
  <section className="page">
    <h1>There is nothing here.</h1>
    <p>
      <Link href="/" className="ks-link">
        Back to the start
      </Link>
    </p>
  </section>
)
