/** The skeleton of a page. */
export const PageSkeleton = () => (
  <div className="page" role="status" aria-busy="true">
    <span className="ks-visually-hidden">Loading…</span>
    <div className="page-head">
      <span className="ks-skeleton" data-shape="title" />
    </div>
    <ListSkeleton />
  </div>
)

/** The skeleton of a list. */
export const ListSkeleton = () => (
  <div className="skeleton" aria-busy="true">
    <span className="ks-skeleton" data-shape="control" />
    <span className="ks-skeleton" data-shape="control" />
    <span className="ks-skeleton" data-shape="control" />
  </div>
)
