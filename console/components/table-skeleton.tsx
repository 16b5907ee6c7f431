/** The skeleton of a table. */
export const TableSkeleton = () => (
  <div className="ks-skeleton-text" role="status">
    <span className="ks-visually-hidden">Loading</span>
    {["62%", "84%", "48%", "71%"].map((width) => (
      <span key={width} className="ks-skeleton" data-shape="text" style={{ inlineSize: width }} />
    ))}
  </div>
)
