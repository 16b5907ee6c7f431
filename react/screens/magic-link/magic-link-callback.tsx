/** The page of magic links. */
import * as Effect from "effect/Effect"
import { Suspense, useState } from "react"
import { MultiFactorAuthenticationRequired } from "../../../core/errors/multi-factor.ts"
import { RequestError } from "../../../core/errors/request-error.ts"
import { Client } from "../../../tiers/client.ts"
import { linkIcon } from "../../components/icons.tsx"
import { Notice } from "../../components/notice.tsx"
import { StepFocus } from "../../components/step-focus.tsx"
import { useAction } from "../../hooks/use-action.ts"
import { useGoTo } from "../../navigation/page-navigation.ts"
import { useUser } from "../../hooks/use-user.ts"
import { useKeystile } from "../../runtime/keystile-context.ts"
import { useIsChangingSession } from "../../runtime/use-is-changing-session.ts"
import { mailed } from "../../messages/english/mailed.ts"
import { pages } from "../../messages/english/pages.ts"
import { useErrorText, useMessages } from "../../messages/messages.ts"
import { changeSession } from "../../engine/change-session.ts"
import { SignedInCard } from "../cards/signed-in-card.tsx"
import { LazySecondFactor } from "../second-factor/lazy-second-factor.tsx"
import { useLinkCode } from "../frame/link-code.ts"
import { linkProblem } from "../frame/link-problem.ts"
import { MessageCard } from "../cards/message-card.tsx"
import { LinkCard, MagicLinkSuccessCard } from "../cards/page-cards.tsx"
import {
  type LinkCodeProps,
  type LinkContentProps,
  LinkPageFrame,
  type LinkPageProps
} from "../frame/link-page-frame.tsx"
import { cardSkeleton } from "../frame/page-frame.tsx"
import { RequestNotice } from "../../components/request-notice.tsx"

/** Props of `<MagicLinkCallback>`. */
export type MagicLinkCallbackProps = LinkPageProps

/**
 * The page that sign-in mails link to, by default at `/handler/magic-link-callback`. It needs a click before it
 * signs in, since mail scanners follow links and a link works once.
 *
 * @example <MagicLinkCallback fullPage />
 */
export const MagicLinkCallback = ({ searchParams, ...props }: MagicLinkCallbackProps) => {
  const code = useLinkCode(searchParams)
  return (
    <LinkPageFrame {...props} code={code}>
      {(content) => <Content {...content} />}
    </LinkPageFrame>
  )
}

const Content = ({ code, level }: LinkContentProps) => {
  const user = useUser()
  // The card stays until the redirect after sign-in.
  const isChanging = useIsChangingSession()
  if (user !== null && !isChanging) return <SignedInCard level={level} />
  if (code === null) return <LinkCard of="magicLink" problem="invalid" level={level} />
  return <Confirmation code={code} level={level} />
}

const Confirmation = ({ code, level }: LinkCodeProps) => {
  const keystile = useKeystile()
  const { magicLinkTitle } = useMessages(pages)
  const texts = useMessages(mailed)
  const { cancel, toSignIn } = useMessages()
  const errorText = useErrorText()
  const goTo = useGoTo()
  const [done, setDone] = useState(false)
  const { error, pending, run, waiting } = useAction(() =>
    changeSession(
      keystile,
      Effect.tap(
        Effect.flatMap(Client, (client) => client.signInWithMagicLink(code)),
        () => Effect.sync(() => setDone(true))
      ),
      ({ isNewUser }) => (isNewUser ? "afterSignUp" : "afterSignIn")
    )
  )
  const problem = linkProblem(error)
  const secondFactor = error instanceof MultiFactorAuthenticationRequired ? error : null
  const refused =
    error === null || problem !== null || secondFactor !== null || error instanceof RequestError ? null : error

  const content = () => {
    if (done) return <MagicLinkSuccessCard level={level} />
    if (problem !== null) return <LinkCard of="magicLink" problem={problem} level={level} />
    if (secondFactor !== null) {
      return (
        <Suspense fallback={cardSkeleton}>
          <LazySecondFactor error={secondFactor} level={level} onCancel={() => goTo("signIn")} />
        </Suspense>
      )
    }
    return (
      <MessageCard
        level={level}
        icon={linkIcon}
        tone="accent"
        title={magicLinkTitle}
        text={texts.magicLinkText}
        primaryButtonText={toSignIn}
        primaryAction={() => void run()}
        primaryBusy={pending}
        secondaryButtonText={cancel}
        secondaryAction={() => goTo("home")}
      >
        <RequestNotice error={error instanceof RequestError ? error : null} waiting={waiting} />
        {refused !== null && <Notice>{errorText(refused)}</Notice>}
      </MessageCard>
    )
  }
  const step = done ? "done" : (problem ?? (secondFactor === null ? "question" : "second factor"))
  return <StepFocus step={step}>{content()}</StepFocus>
}
