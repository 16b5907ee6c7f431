/** What stands where a page will be. */
export const Bones = () => (
  <div className="page" role="status" aria-busy="true">
    <span className="ks-visually-hidden">Loading…</span>
    <div className="page-head">
      <span className="ks-bone" data-bone="title" />
    </div>
    <ListBones />
  </div>
)

/** Where a list will be. */
export const ListBones = () => (
  <div className="bones" aria-busy="true">
    <span className="ks-bone" data-bone="control" />
    <span className="ks-bone" data-bone="control" />
    <span className="ks-bone" data-bone="control" />
  </div>
)
