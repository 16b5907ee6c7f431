/** The page of restricted users. */
import { useEffect } from "react"
import type { User } from "../../../core/schema/user.ts"
import { isAwaitingAccess } from "../../../tiers/calls/user-state.ts"
import { StepFocus } from "../../components/step-focus.tsx"
import { useUserState } from "../../hooks/use-user-state.ts"
import { useGoTo } from "../../navigation/page-navigation.ts"
import { useIsChangingSession } from "../../runtime/use-is-changing-session.ts"
import { useSite } from "../../runtime/use-site.ts"
import { SignedOutCard } from "../cards/page-cards.tsx"
import { SignedInCard } from "../cards/signed-in-card.tsx"
import { cardSkeleton, levelOf, PageFrame, type PageProps } from "../frame/page-frame.tsx"
import { RestrictedCard } from "./restricted-card.tsx"
import { VerifyEmail } from "./verify-email.tsx"

/** Props of `<Onboarding>`. */
export type OnboardingProps = PageProps

/**
 * The page of users who have signed in and may not use the application yet, by default at `/handler/onboarding`. They
 * verify their email, or read why an administrator has restricted them. Then it redirects to the page that they came
 * for.
 *
 * @example <Onboarding fullPage />
 */
export const Onboarding = (props: OnboardingProps) => (
  <PageFrame {...props} loading={cardSkeleton}>
    <Content level={levelOf(props)} />
  </PageFrame>
)

interface LevelProps {
  readonly level: 1 | 2
}

const Content = ({ level }: LevelProps) => {
  const { data: user, error, pending, refresh } = useUserState({ includeRestricted: true })
  const isChanging = useIsChangingSession()
  const { method } = useSite()
  const goTo = useGoTo()
  const isWaiting = user != null && isAwaitingAccess(user)
  const leaving = user != null && !isWaiting && !isChanging && method !== "none"

  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(() => goTo("afterSignIn", { replace: true }), 0)
    return () => clearTimeout(timer)
    // eslint-disable-next-line react/exhaustive-deps -- once, as on the page of sign-in
  }, [leaving])

  // The email may have been verified in another tab.
  useEffect(() => {
    if (!isWaiting) return
    const look = () => document.visibilityState === "visible" && void refresh()
    document.addEventListener("visibilitychange", look)
    return () => document.removeEventListener("visibilitychange", look)
  }, [isWaiting, refresh])

  if (error !== null) throw error
  if (pending || leaving) return cardSkeleton
  if (user == null) return isChanging ? cardSkeleton : <SignedOutCard level={level} />
  return isWaiting ? <WaitingUser level={level} user={user} /> : <SignedInCard level={level} />
}

interface WaitingUserProps extends LevelProps {
  readonly user: User
}

const WaitingUser = ({ user, ...props }: WaitingUserProps) => {
  const type = user.restrictedReason?.type
  return (
    <StepFocus step={type ?? "restricted"}>
      {type === "email_not_verified" ? (
        <VerifyEmail {...props} email={user.primaryEmail} />
      ) : (
        <RestrictedCard level={props.level} reason={user.restrictedByAdminReason ?? null} />
      )}
    </StepFocus>
  )
}
