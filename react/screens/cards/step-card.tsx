/** The frame of a later step: a card of its own, or as bare as the form whose place it takes. */
import { type ReactNode, useId } from "react"
import { Button } from "../../components/button.tsx"
import { Card } from "../../components/card.tsx"
import { useMessages } from "../../messages/messages.ts"
import { useScope } from "../../theme/scope.tsx"

export interface StepFrameProps {
  readonly card: boolean
  /** Rank of the title. */
  readonly level: 1 | 2
  /** The address that the user signs in with, as far as it is known: password managers look for it. */
  readonly email: string
}

export interface StepCardProps extends Omit<StepFrameProps, "email"> {
  /** The path of an icon. */
  readonly icon: string
  readonly title: string
  readonly text: ReactNode
  readonly onCancel: () => void
  readonly children: ReactNode
}

export const StepCard = ({ card, children, level, onCancel, icon, text, title }: StepCardProps) => {
  const { cancel } = useMessages()
  const id = useId()
  const scope = useScope()
  const cancelButton = (
    <Button variant="quiet" size="sm" onClick={onCancel}>
      {cancel}
    </Button>
  )
  if (card)
    return (
      <Card className="ks-step" level={level} icon={icon} title={title} text={text} footer={cancelButton}>
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
        <p className="ks-text">{text}</p>
      </div>
      {children}
      <div className="ks-row">{cancelButton}</div>
    </section>
  )
}

/** Not shown: it tells password managers whose code this is. */
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
