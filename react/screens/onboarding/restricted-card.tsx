/** The card of a user whom an administrator has restricted. */
import { lockIcon } from "../../components/icons.tsx"
import { useSignOut } from "../../hooks/use-sign-out.ts"
import { restrictionTexts } from "../../messages/english/restriction.ts"
import { useMessages } from "../../messages/messages.ts"
import { MessageCard } from "../cards/message-card.tsx"

export interface RestrictedCardProps {
  readonly level: 1 | 2
  /** The administrator's reason, in any language. */
  readonly reason: string | null
}

export const RestrictedCard = ({ level, reason }: RestrictedCardProps) => {
  const texts = useMessages(restrictionTexts)
  const { signOut } = useMessages()
  const action = useSignOut()
  return (
    <MessageCard
      level={level}
      icon={lockIcon}
      tone="danger"
      title={texts.restrictedTitle}
      text={texts.restrictedText}
      primaryVariant="outline"
      primaryButtonText={signOut}
      primaryAction={() => void action.run()}
      primaryBusy={action.pending}
    >
      {reason !== null && reason !== "" && (
        <div className="ks-reason">
          <strong>{texts.restrictedWhy}</strong>
          <p dir="auto">{reason}</p>
        </div>
      )}
    </MessageCard>
  )
}
