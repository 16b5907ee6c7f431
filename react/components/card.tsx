/** A card with a title, a body and a footer. */
import { type ComponentProps, type ReactNode, useId } from "react"
import { useScope } from "../theme/scope.tsx"
import { className } from "../theme/class-name.ts"
import { Icon } from "./icons.tsx"

export interface CardProps extends Omit<ComponentProps<"section">, "title" | "ref"> {
  readonly title: string
  /** Heading level of the title. Default 2. */
  readonly level?: 1 | 2 | undefined
  /** Path of an icon above the title. */
  readonly icon?: string | undefined
  readonly tone?: "accent" | "success" | "danger" | undefined
  /** Rendered below the title. */
  readonly text?: ReactNode
  /** Rendered in the footer. Without it the card has no footer. */
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
