/** A ticket: its body is the way in; the stub under the perforation is the way out. */
import { type ComponentProps, type ReactNode, useId } from "react"
import { useScope } from "../theme/scope.tsx"
import { className } from "../theme/class-name.ts"
import { Icon } from "./icons.tsx"

export interface CardProps extends Omit<ComponentProps<"section">, "title" | "ref"> {
  readonly title: string
  /** Rank of the title among the page's headings. Default 2. */
  readonly level?: 1 | 2 | undefined
  /** The path of an icon above the title. */
  readonly icon?: string | undefined
  readonly tone?: "accent" | "success" | "danger" | undefined
  /** Stands below the title, as part of the head. */
  readonly text?: ReactNode
  /** The way out. Without one there is no stub. */
  readonly footer?: ReactNode
  readonly children?: ReactNode
}

export const Card = ({
  children,
  className: given,
  level = 2,
  icon,
  footer,
  text,
  title,
  tone,
  ...props
}: CardProps) => {
  const id = useId()
  const Title = level === 1 ? "h1" : "h2"
  return (
    <section {...props} {...useScope()} className={className("ks ks-card", given)} aria-labelledby={id}>
      <div className="ks-card-body">
        <div className="ks-card-head">
          {icon && (
            <span className="ks-seal" data-tone={tone}>
              <Icon path={icon} />
            </span>
          )}
          <Title className="ks-title" id={id}>
            {title}
          </Title>
          {text !== undefined && <p className="ks-text">{text}</p>}
        </div>
        {children}
      </div>
      {footer && <div className="ks-card-stub">{footer}</div>}
    </section>
  )
}
