/** The page of one webhook target: settings, secret, messages, deletion. */
import * as Exit from "effect/Exit"
import { useState } from "react"
import type { WebhookTarget } from "../../core/schema/webhook.ts"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { useWebhookTargetsState } from "../../react/dashboard/use-webhooks.ts"
import { counted } from "../components/counted.ts"
import { useAnnounce } from "../components/announcements.tsx"
import { Button } from "../components/button.tsx"
import { Notice } from "../components/notice.tsx"
import { ChangeButton } from "../components/change-button.tsx"
import { ConfirmDialog } from "../components/confirm-dialog.tsx"
import { Value } from "../components/copy-button.tsx"
import { problemOf } from "../components/problem-text.ts"
import { RecordPage } from "../components/record-page.tsx"
import { Section } from "../components/section.tsx"
import { dateTimeOf } from "../components/times.ts"
import { forgetDraftsOf, useForgetDrafts } from "../components/draft-store.ts"
import { useDraftForm } from "../components/use-draft-form.tsx"
import type { ProjectPageProps } from "../route/project-page-props.ts"
import { projectHref } from "../route/route.ts"
import { MessagesSection } from "./messages-section.tsx"
import { RotateSecretDialog } from "./rotate-secret-dialog.tsx"
import { draftOf, inputOf, problemsOf } from "./target-draft.ts"
import { TargetFields } from "./target-fields.tsx"
import { HealthBadge, lastProblemOf } from "./target-health.tsx"

export const TargetPage = (shown: ProjectPageProps) => {
  const [, targetId = ""] = shown.rest
  const targets = useWebhookTargetsState()
  useForgetDrafts(targetId, targets.data?.every(({ id }) => id !== targetId) === true)
  return (
    <RecordPage
      title="Webhook target"
      back="All webhooks"
      backHref={projectHref(shown.project.id, "webhooks")}
      record={targets}
    >
      {(all) => {
        const target = all.find(({ id }) => id === targetId)
        if (target !== undefined) return <TargetDetails target={target} {...shown} />
        return (
          <>
            <h1 className="ks-visually-hidden">Webhook target</h1>
            <Notice tone="warning">There is no such target in this project. It may have been deleted.</Notice>
          </>
        )
      }}
    </RecordPage>
  )
}

interface Props extends ProjectPageProps {
  readonly target: WebhookTarget
}

const TargetDetails = ({ now, project, search, target }: Props) => {
  const announce = useAnnounce()
  const [dialog, setDialog] = useState<"delete" | "rotate" | null>(null)
  const close = () => setDialog(null)
  const remove = useAdminAction(({ webhooks }) => webhooks.deleteTarget(target.id))
  const { createdAt, failedDeliveries, id, lastAttempt, previousSecretExpiresAt, url } = target
  const problem = lastProblemOf(target)
  return (
    <>
      <div className="ks-section-head">
        <div>
          <h1 className="ks-section-title ks-anywhere">
            <span className="ks-mono">{url}</span>
          </h1>
          <p className="ks-row">
            <HealthBadge target={target} />
            <span className="ks-text">Added {dateTimeOf(createdAt)}</span>
          </p>
        </div>
        <div className="ks-row">
          <Button variant="danger" onClick={() => setDialog("delete")}>
            Delete target
          </Button>
        </div>
      </div>
      {problem !== null && lastAttempt !== null && (
        <Notice tone="warning">
          The last attempt failed ({dateTimeOf(lastAttempt.attemptedAt)}). {problem}
          {failedDeliveries > 0 && ` ${counted(failedDeliveries, "message has", "messages have")} failed.`}
        </Notice>
      )}
      <SettingsSection target={target} />
      <Section
        title="Secret"
        text="It signs what is sent, so that the application can check it. It is stored encrypted, and not shown again."
        actions={<Button onClick={() => setDialog("rotate")}>Replace secret</Button>}
      >
        {previousSecretExpiresAt != null && (
          <div className="ks-stack">
            <Notice>
              The old secret signs, too, until {dateTimeOf(previousSecretExpiresAt)}. End it when the application has
              the new one.
            </Notice>
            <div className="ks-row">
              <ChangeButton
                word="End the old secret"
                variant="outline"
                change={({ webhooks }) => webhooks.updateTarget(id, { previousSecretExpiresAt: null })}
                done="The old secret ended"
              />
            </div>
          </div>
        )}
        <dl className="ks-keys">
          <Value name="Target id" value={id} />
        </dl>
      </Section>
      <MessagesSection project={project} search={search} now={now} targetId={id} />
      {dialog === "rotate" && <RotateSecretDialog target={target} onClose={close} />}
      {dialog === "delete" && (
        <ConfirmDialog
          title="Delete the target?"
          confirmText="Delete target"
          busy={remove.pending}
          problem={problemOf(remove.error)}
          onConfirm={() =>
            void remove.run().then((exit) => {
              if (!Exit.isSuccess(exit)) return
              forgetDraftsOf(id)
              location.hash = projectHref(project.id, "webhooks")
              announce("The target was deleted")
            })
          }
          onClose={close}
        >
          Nothing is sent to {url} any more. Its pending messages are not sent, and its deliveries are deleted for good.
        </ConfirmDialog>
      )}
    </>
  )
}

const SettingsSection = ({ target }: { readonly target: WebhookTarget }) => {
  const { footer, isChecked, onSubmit, set, value } = useDraftForm({
    saved: draftOf(target),
    subject: "target",
    done: "The target was saved",
    isValid: (draft) => Object.keys(problemsOf(draft)).length === 0,
    save: ({ webhooks }, draft) => webhooks.updateTarget(target.id, inputOf(draft))
  })
  return (
    <Section title="Settings">
      <form className="ks-form ks-narrow" onSubmit={onSubmit}>
        <TargetFields draft={value} problems={isChecked ? problemsOf(value) : {}} onChange={set} />
        {footer}
      </form>
    </Section>
  )
}
