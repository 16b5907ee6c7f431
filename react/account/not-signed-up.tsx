/** Invites an anonymous user to sign up, in place of the account settings. */
import { userIcon } from "../components/icons.tsx"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { useGoTo } from "../navigation/page-navigation.ts"
import { MessageCard } from "../screens/cards/message-card.tsx"

export interface NotSignedUpProps {
  readonly level: 1 | 2
}

export const NotSignedUp = ({ level }: NotSignedUpProps) => {
  const texts = useMessages(account)
  const { toSignIn, toSignUp } = useMessages()
  const goTo = useGoTo()
  return (
    <MessageCard
      level={level}
      icon={userIcon}
      title={texts.notSignedUp}
      text={texts.notSignedUpText}
      primaryButtonText={toSignUp}
      primaryAction={() => goTo("signUp")}
      secondaryButtonText={toSignIn}
      secondaryAction={() => goTo("signIn")}
    />
  )
}
