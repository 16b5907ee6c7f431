/** The frame of a second step: a card, or without one if it replaces a form without a card. */
import { type ReactNode, useId } from "react"
import { Button } from "../../components/button.tsx"
import { CardTextContext } from "../../components/card-text.ts"
import { Card } from "../../components/card.tsx"
import { useMessages } from "../../messages/messages.ts"
import { useScope } from "../../theme/scope.tsx"

export interface StepFrameProps {
  /** Whether the step is a card of its own. Without one it replaces the content of a form. */
  readonly card: boolean
  /** Heading level of the title. */
  readonly level: 1 | 2
  /** The typed email address, for password managers. */
  readonly email: string
}

export interface StepCardProps extends Omit<StepFrameProps, "email"> {
  /** Path of an icon. */
  readonly icon: string
  readonly title: string
  readonly text: ReactNode
  readonly onCancel: () => void
  /** Replaces the button that cancels. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

export const StepCard = ({ card, children, footer, level, onCancel, icon, text, title }: StepCardProps) => {
  const { cancel } = useMessages()
  const id = useId()
  const textId = `${id}-text`
  const scope = useScope()
  const exits = footer ?? (
    <Button variant="quiet" size="sm" onClick={onCancel}>
      {cancel}
    </Button>
  )
  if (card)
    return (
      <Card className="ks-step" level={level} icon={icon} title={title} text={text} footer={exits}>
        {children}
      </Card>
    )
  const Title = level === 1 ? "h1" : "h2"
  return (
    <section {...scope} className="ks ks-form ks-step" aria-labelledby={id}>
      <div className="ks-card-head">
        <Title className="ks-title" id={id}>
          {title}
        </Title>
        <p className="ks-text" id={textId}>
          {text}
        </p>
      </div>
      <CardTextContext value={textId}>{children}</CardTextContext>
      <div className="ks-row" data-align="between">
        {exits}
      </div>
    </section>
  )
}

/** A hidden input with the account of a code, for password managers. */
export const UsernameField = ({ email }: { readonly email: string }) =>
  email === "" ? null : (
    <input
      className="ks-visually-hidden"
      type="email"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
