/** A card with a title, a body and a footer. */
import { type ComponentProps, type ReactNode, useContext, useId } from "react"
import { useAppearance, useClassName } from "../theme/appearance.ts"
import { useScope } from "../theme/scope.tsx"
import { className } from "../theme/class-name.ts"
import { CardTextContext } from "./card-text.ts"
import { useDocumentTitle } from "./document-title.ts"
import { Icon } from "./icons.tsx"
import { Issuer, IssuerContext, useHasLogo } from "./issuer.tsx"
import { useStepMotion } from "./step-motion.ts"

/** Props of `<Card>`. */
export interface CardProps extends Omit<ComponentProps<"section">, "title" | "ref"> {
  /** The heading. */
  readonly title: string
  /** Heading level of the title. Default 2. */
  readonly level?: 1 | 2 | undefined
  /** Path of an icon above the title. */
  readonly icon?: string | undefined
  /** Color of the icon. Default `accent`. */
  readonly tone?: "accent" | "success" | "danger" | undefined
  /** Rendered below the title. */
  readonly text?: ReactNode
  /** Rendered in the footer. Without it the card has no footer. */
  readonly footer?: ReactNode
  /** The content below the text. */
  readonly children?: ReactNode
}

/** A card with a heading, as all screens have it. */
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
  const textId = `${id}-text`
  const isInScreen = useContext(IssuerContext)
  const hasLogo = useHasLogo()
  const body = useStepMotion()
  const { afterForm, beforeForm, footer: below, header } = useAppearance()
  const classes = {
    card: useClassName("card", given),
    title: useClassName("title"),
    text: useClassName("text")
  }
  useDocumentTitle(level === 1 && props["aria-busy"] !== "true" ? title : null)
  const Title = level === 1 ? "h1" : "h2"
  return (
    <section {...props} {...useScope()} className={className("ks ks-card", classes.card)} aria-labelledby={id}>
      <div className="ks-card-body" ref={body}>
        {header}
        <div className="ks-card-head">
          {(icon !== undefined || hasLogo) && (
            <div className="ks-card-top">
              {icon !== undefined && (
                <span className="ks-title-icon" data-tone={tone}>
                  <Icon path={icon} />
                </span>
              )}
              {isInScreen && <Issuer />}
            </div>
          )}
          <Title className={className("ks-title", classes.title)} id={id}>
            {title}
          </Title>
          {text !== undefined && (
            <p className={className("ks-text", classes.text)} id={textId}>
              {text}
            </p>
          )}
        </div>
        {beforeForm}
        <CardTextContext value={text === undefined ? undefined : textId}>{children}</CardTextContext>
        {afterForm}
      </div>
      {footer && <div className="ks-card-footer">{footer}</div>}
      {below !== undefined && <div className="ks-card-below">{below}</div>}
    </section>
  )
}
