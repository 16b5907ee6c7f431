/** The skeletons of a settings page, in the sizes of its title and its first sections. */

/** Takes the place of a page. `title` is shown if it is known. */
export const PageSkeleton = ({ title }: { readonly title?: string | undefined }) => (
  <>
    {title === undefined ? (
      <span className="ks-bone ks-narrow" data-bone="title" />
    ) : (
      <p className="ks-page-title">{title}</p>
    )}
    <SectionsSkeleton />
  </>
)

/** Takes the place of the sections of a page. */
export const SectionsSkeleton = () =>
  ["1", "2"].map((key) => (
    <div className="ks-section" aria-busy="true" key={key}>
      <div className="ks-section-head">
        <div>
          <span className="ks-bone" data-bone="heading" />
          <span className="ks-bone" data-bone="sentence" />
        </div>
      </div>
      <FieldSkeleton />
    </div>
  ))

/** Takes the place of a section's field. The sections below are hidden until it is gone. */
export const FieldSkeleton = () => (
  <div className="ks-field ks-section-bones" aria-hidden="true">
    <span className="ks-bone" data-bone="label" />
    <span className="ks-bone" data-bone="control" />
  </div>
)

/** Takes the place of a section's list. The sections below are hidden until it is gone. */
export const ListSkeleton = () => (
  <div className="ks-list ks-section-bones" aria-hidden="true">
    <div className="ks-list-bone">
      <span className="ks-bone" data-bone="text" />
    </div>
  </div>
)
