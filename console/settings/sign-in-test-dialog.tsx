/** Runs a real sign-in with a provider in a new window, and shows its outcome. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { useEffect, useRef, useState } from "react"
import { providerName } from "../../look/providers.ts"
import type { AdminProject } from "../../core/schema/admin-project.ts"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { Button } from "../components/button.tsx"
import { Notice } from "../components/notice.tsx"
import { Problem } from "../components/problem.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Icon } from "../components/icons.tsx"
import { problemOf } from "../components/problem-text.ts"
import { reasonOf } from "../components/reason-of.ts"
import { useHost } from "../route/host.ts"
import type { ProjectPageProps } from "../route/project-page-props.ts"
import { projectHref } from "../route/route.ts"
import { type SignInTest, startSignInTest, type TestOutcome } from "../sign-in-test/sign-in-test.ts"
import { isReturnTrusted } from "./is-return-trusted.ts"

interface Props extends Pick<ProjectPageProps, "now" | "project"> {
  readonly providerId: string
  readonly settings: AdminProject
  readonly onClose: () => void
}

type State =
  | { readonly step: "ready" }
  | { readonly step: "open"; readonly url: string }
  | { readonly step: "done"; readonly outcome: TestOutcome }
  | { readonly step: "failed"; readonly problem: string }

/** The lifetime of the key of a test, in milliseconds. */
const KEY_TIME = 15 * 60_000

export const SignInTestDialog = ({ now, onClose, project, providerId, settings }: Props) => {
  const [state, setState] = useState<State>({ step: "ready" })
  const { baseUrl, consoleUrl } = useHost()
  const running = useRef<SignInTest | null>(null)
  useEffect(() => () => running.current?.stop(), [])
  // Only `keystile dev` has a key of the project. In production the test creates one of its own, which expires soon.
  const newKey = useAdminAction(({ apiKeys }) =>
    Effect.map(
      apiKeys.create({
        description: "Test sign-in",
        expiresAt: new Date(now + KEY_TIME),
        hasPublishableClientKey: true,
        hasSecretServerKey: false,
        hasSuperSecretAdminKey: false
      }),
      ({ publishableClientKey }) => (publishableClientKey === undefined ? "" : Redacted.value(publishableClientKey))
    )
  )

  const start = async () => {
    running.current?.stop()
    let key = project.publishableClientKey
    if (key === undefined) {
      const made = await newKey.run()
      if (!Exit.isSuccess(made)) return
      key = made.value
    }
    const test = await startSignInTest(
      { baseUrl, consoleUrl, projectId: project.id, publishableClientKey: key },
      providerId
    )
    running.current = test
    setState({ step: "open", url: test.url })
    open(test.url, "_blank", "noopener,popup,width=480,height=720")
    test.outcome.then(
      (outcome) => running.current === test && setState({ step: "done", outcome }),
      (failure: unknown) => running.current === test && setState({ step: "failed", problem: reasonOf(failure) })
    )
  }

  const name = providerName(providerId)
  const isTrusted = isReturnTrusted(settings.config, location)
  return (
    <Dialog title={`Test sign-in with ${name}`} onClose={onClose}>
      <p className="ks-text">
        This is a real sign-in in a new window. An account without a user becomes a user of the project. The session of
        the test ends at once.
      </p>
      {!isTrusted && (
        <Notice tone="warning">
          The project does not trust {location.origin}, where the test returns. Allow localhost or add it:{" "}
          <a className="ks-link" href={projectHref(project.id, "settings", "domains")}>
            domains
          </a>
          .
        </Notice>
      )}
      <div role="status">
        {state.step === "open" && (
          <p>
            Continue in the other window. The outcome is shown here. If the browser has blocked the window,{" "}
            <a className="ks-link" href={state.url} target="_blank" rel="noopener">
              open it here
            </a>
            .
          </p>
        )}
        {state.step === "done" && (
          <p className="ks-row">
            <Icon name="check" />
            <span>
              Sign-in works: {state.outcome.isNewUser ? "a new user, " : ""}
              <a className="ks-link" href={projectHref(project.id, "users", state.outcome.userId)}>
                {state.outcome.name}
              </a>
            </span>
          </p>
        )}
      </div>
      <Problem>{state.step === "failed" ? state.problem : problemOf(newKey.error)}</Problem>
      <div className="ks-dialog-actions">
        <Button onClick={onClose}>Close</Button>
        {isTrusted && (
          <Button variant="primary" busy={newKey.pending} onClick={() => void start()}>
            {state.step === "ready" ? "Start the sign-in" : "Start again"}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
