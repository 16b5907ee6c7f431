/** The sign-out page. */
import { Card } from "../components/card.tsx"
import { StepFocus } from "../components/step-focus.tsx"
import { signOut } from "../engine/sign-out.ts"
import { useOnce } from "../runtime/use-once.ts"
import { mailed } from "../messages/english/mailed.ts"
import { useMessages } from "../messages/messages.ts"
import { SignedOutCard } from "./cards/page-cards.tsx"
import { cardSkeleton, levelOf, PageFrame, type PageProps } from "./frame/page-frame.tsx"

/** Props of `<SignOut>`. */
export type SignOutProps = PageProps

/**
 * Signs out on mount and confirms it, by default at `/handler/sign-out`.
 *
 * @example <SignOut fullPage />
 */
export const SignOut = (props: SignOutProps) => (
  <PageFrame {...props} loading={cardSkeleton}>
    <Content level={levelOf(props)} />
  </PageFrame>
)

const Content = ({ level }: { readonly level: 1 | 2 }) => {
  const { signingOut } = useMessages(mailed)
  const { pending } = useOnce(() => signOut)
  return (
    <StepFocus step={pending ? "going" : "gone"}>
      {pending ? <Card level={level} title={signingOut} aria-busy="true" /> : <SignedOutCard level={level} />}
    </StepFocus>
  )
}
