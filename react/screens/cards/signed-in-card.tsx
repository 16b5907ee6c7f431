/** The cards that replace sign-in and sign-up for signed-in users, and sign-up where the project does not allow it. */
import { checkIcon, lockIcon } from "../../components/icons.tsx"
import { useMessages } from "../../messages/messages.ts"
import { useGoTo } from "../../navigation/page-navigation.ts"
import { useSignOutTask } from "../../runtime/use-sign-out-task.ts"
import { MessageCard } from "./message-card.tsx"

interface Props {
  /** Heading level of the title. Default 2. */
  readonly level?: 1 | 2 | undefined
}

/** Says that the user is signed in, with buttons to the home page and for signing out. */
export const SignedInCard = ({ level }: Props) => {
  const messages = useMessages()
  const goTo = useGoTo()
  const signOut = useSignOutTask()
  return (
    <MessageCard
      level={level}
      icon={checkIcon}
      title={messages.signedIn}
      primaryButtonText={messages.goHome}
      primaryAction={() => goTo("home")}
      secondaryButtonText={messages.signOut}
      secondaryAction={() => void signOut.run()}
      secondaryBusy={signOut.pending}
    />
  )
}

/** Says that the project allows no sign-up. */
export const SignUpDisabledCard = ({ level }: Props) => {
  const messages = useMessages()
  const goTo = useGoTo()
  return (
    <MessageCard
      level={level}
      icon={lockIcon}
      title={messages.signUpDisabled}
      primaryButtonText={messages.goHome}
      primaryAction={() => goTo("home")}
      secondaryButtonText={messages.toSignIn}
      secondaryAction={() => goTo("signIn")}
    />
  )
}
