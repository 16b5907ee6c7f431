/** The skeletons of a settings page, in the sizes of its title and its first sections. */
import { useAppearance, useClassName } from "../theme/appearance.ts"

/** Takes the place of a page. `title` is shown if it is known. */
export const PageSkeleton = ({ title }: { readonly title?: string | undefined }) => {
  const { beforeForm } = useAppearance()
  const titleClass = useClassName("title", "ks-page-title")
  return (
    <>
      {title === undefined ? (
        <span className="ks-skeleton ks-narrow" data-shape="title" />
      ) : (
        <p className={titleClass}>{title}</p>
      )}
      {beforeForm}
      <SectionsSkeleton />
    </>
  )
}

/** Takes the place of the sections of a page. */
export const SectionsSkeleton = () => {
  const section = useClassName("section", "ks-section")
  return ["1", "2"].map((key) => (
    <div className={section} aria-busy="true" key={key}>
      <div className="ks-section-head">
        <div>
          <span className="ks-skeleton" data-shape="heading" />
          <span className="ks-skeleton" data-shape="sentence" />
        </div>
      </div>
      <FieldSkeleton />
    </div>
  ))
}

/** Takes the place of a section's field. The sections below are hidden until it is gone. */
export const FieldSkeleton = () => (
  <div className="ks-field ks-section-skeleton" aria-hidden="true">
    <span className="ks-skeleton" data-shape="label" />
    <span className="ks-skeleton" data-shape="control" />
  </div>
)

/** Takes the place of a section's list, by default of one row. The sections below are hidden until it is gone. */
export const ListSkeleton = ({ rows = 1 }: { readonly rows?: number }) => (
  <div className="ks-list ks-section-skeleton" aria-hidden="true">
    {Array.from({ length: rows }, (_, row) => (
      <div className="ks-list-skeleton" key={row}>
        <span className="ks-skeleton" data-shape="text" />
      </div>
    ))}
  </div>
)
