/** The footer of a question to the signed-in user. */
import * as Effect from "effect/Effect"
import type { User } from "../../../core/schema/user.ts"
import { LinkButton } from "../../components/button.tsx"
import { changeSession } from "../../engine/change-session.ts"
import { signOut } from "../../engine/sign-out.ts"
import { useAction } from "../../hooks/use-action.ts"
import { useClient } from "../../hooks/use-client.ts"
import { mailed } from "../../messages/english/mailed.ts"
import { useMessages } from "../../messages/messages.ts"
import { format } from "../../messages/template.ts"
import { useKeystile } from "../../runtime/keystile-context.ts"

interface SignedInAsProps {
  readonly user: User
  /** Stores the question for the time of the sign-in, which leads back to this page. */
  readonly save: () => void
}

/** Names the user, and signs out for a sign-in as another one. */
export const SignedInAs = ({ save, user }: SignedInAsProps) => {
  const { signedInAs, useAnother } = useMessages(mailed)
  const { navigation } = useClient()
  const keystile = useKeystile()
  const leave = useAction(() =>
    Effect.flatMap(navigation.urlOf("signIn"), (url) => {
      save()
      return changeSession(keystile, signOut, { url }, { detached: true })
    })
  )
  return (
    <>
      <span className="ks-text">{format(signedInAs, { email: user.primaryEmail ?? user.displayName ?? user.id })}</span>
      <LinkButton aria-busy={leave.pending || undefined} onClick={() => void leave.run()}>
        {useAnother}
      </LinkButton>
    </>
  )
}
