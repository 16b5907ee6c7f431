/** A section of a page with a heading. */
import type { ReactNode } from "react"

interface Props {
  readonly title: string
  readonly text?: string
  /** Buttons beside the heading. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export const Section = ({ actions, children, text, title }: Props) => (
  <section className="ks-section">
    <div className="ks-section-head">
      <div>
        <h2 className="ks-section-title" tabIndex={-1}>
          {title}
        </h2>
        {text !== undefined && <p className="ks-text">{text}</p>}
      </div>
      {actions !== undefined && <div className="ks-row">{actions}</div>}
    </div>
    {children}
  </section>
)
