/** A section of a page with a heading. */
import type { ReactNode, Ref } from "react"

interface Props {
  readonly title: string
  readonly text?: string
  /** Buttons beside the heading. */
  readonly actions?: ReactNode
  readonly headingRef?: Ref<HTMLHeadingElement>
  readonly children: ReactNode
}

export const Section = ({ actions, children, headingRef, text, title }: Props) => (
  <section className="ks-section">
    <div className="ks-section-head">
      <div>
        <h2 className="ks-section-title" tabIndex={-1} ref={headingRef}>
          {title}
        </h2>
        {text !== undefined && <p className="ks-text">{text}</p>}
      </div>
      {actions !== undefined && <div className="ks-row">{actions}</div>}
    </div>
    {children}
  </section>
)
