/** A ticket: its body is the way in; the stub under the perforation is the way out. */
import { type ReactNode, useId } from "react"
import { Icon } from "./icons.tsx"

export interface CardProps {
  readonly title: string
  /** Rank of the title among the page's headings. Default 2. */
  readonly level?: 1 | 2 | undefined
  /** The path of an icon above the title. */
  readonly seal?: string | undefined
  readonly tone?: "accent" | "danger" | undefined
  /** The way out. Without one there is no stub. */
  readonly stub?: ReactNode
  readonly children?: ReactNode
}

export const Card = ({ children, level = 2, seal, stub, title, tone }: CardProps) => {
  const id = useId()
  const Title = level === 1 ? "h1" : "h2"
  return (
    <section className="ks ks-card" aria-labelledby={id}>
      <div className="ks-card-body">
        <div className="ks-card-head">
          {seal && (
            <span className="ks-seal" data-tone={tone}>
              <Icon path={seal} />
            </span>
          )}
          <Title className="ks-title" id={id}>
            {title}
          </Title>
        </div>
        {children}
      </div>
      {stub && <div className="ks-card-stub">{stub}</div>}
    </section>
  )
}
