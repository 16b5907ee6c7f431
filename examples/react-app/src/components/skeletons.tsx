/** The skeleton of a page. */
export const PageSkeleton = () => (
  <div className="page" role="status" aria-busy="true">
    <span className="ks-visually-hidden">Loading…</span>
    <div className="page-head">
      <span className="ks-bone" data-bone="title" />
    </div>
    <ListSkeleton />
  </div>
)

/** The skeleton of a list. */
export const ListSkeleton = () => (
  <div className="skeleton" aria-busy="true">
    <span className="ks-bone" data-bone="control" />
    <span className="ks-bone" data-bone="control" />
    <span className="ks-bone" data-bone="control" />
  </div>
)
