/** The recovery codes of the second factor: the number of unused ones, and new ones. */
import { useLayoutEffect, useRef } from "react"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Client } from "../../tiers/client.ts"
import { Button } from "../components/button.tsx"
import { CopyButton } from "../components/copy-button.tsx"
import { saveFile } from "../components/save-file.ts"
import { useProject } from "../hooks/use-project.ts"
import { useRecoveryCodesState } from "../hooks/use-recovery-codes.ts"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { useAccountUser } from "./account-user.ts"
import { ConfirmButton } from "./confirm-button.tsx"
import { focusHeading } from "./keep-focus.ts"
import { ReadErrorNotice, Section } from "./section.tsx"
import { useLatest } from "./use-latest.ts"

/** New codes, which the service cannot show again. */
export type RedactedCodes = ReadonlyArray<Redacted.Redacted<string>>

export interface RecoveryCodesProps {
  /** The codes that were just created. */
  readonly created: RedactedCodes | null
  readonly onCreated: (codes: RedactedCodes | null) => void
}

export const RecoveryCodes = ({ created, onCreated }: RecoveryCodesProps) => {
  const texts = useMessages(account)
  const { data: state, error, refresh } = useLatest(useRecoveryCodesState())
  const hasCodes = state !== undefined && state.createdAt !== null && state.remaining > 0
  const generate = () =>
    Effect.flatMap(Client, ({ recoveryCodes }) => recoveryCodes.generate()).pipe(
      Effect.tap((codes) => Effect.sync(() => onCreated(codes)))
    )
  return (
    <Section
      title={texts.recoveryCodes}
      text={
        created !== null
          ? texts.recoverySave
          : state === undefined
            ? undefined
            : hasCodes
              ? format(texts.recoveryText, { count: state.remaining })
              : texts.recoveryNone
      }
      action={
        created === null &&
        state !== undefined && (
          <ConfirmButton
            key={hasCodes ? "renew" : "create"}
            label={hasCodes ? texts.recoveryRenew : texts.recoveryCreate}
            title={hasCodes ? texts.recoveryRenewTitle : texts.recoveryCreate}
            text={hasCodes ? texts.recoveryRenewText : undefined}
            confirm={hasCodes ? texts.recoveryRenew : texts.recoveryCreate}
            onlyPassword={!hasCodes}
            effect={generate}
            done={texts.recoveryCreated}
          />
        )
      }
    >
      {error !== null && created === null && <ReadErrorNotice error={error} refresh={refresh} />}
      {state === undefined && error === null && created === null && (
        <span className="ks-skeleton" data-shape="control" />
      )}
      {created !== null && <NewCodes codes={created} onClose={() => onCreated(null)} />}
    </Section>
  )
}

const NewCodes = ({ codes, onClose }: { readonly codes: RedactedCodes; readonly onClose: () => void }) => {
  const texts = useMessages(account)
  const { displayName: project } = useProject()
  const { id, primaryEmail } = useAccountUser()
  const shown = codes.map((code) => Redacted.value(code))
  const title = format(texts.recoveryFile, { project, email: primaryEmail ?? id })
  const list = useRef<HTMLUListElement>(null)
  // The codes come after the control that created them, and have to be read now.
  useLayoutEffect(() => {
    const heading = list.current?.closest(".ks-section")?.querySelector<HTMLElement>(".ks-section-title")
    if (heading != null) focusHeading(heading)
  }, [])
  const file = `${title}\n\n${shown.join("\n")}\n`
  return (
    <>
      <ul ref={list} className="ks-recovery-codes" aria-label={texts.recoveryCodes} dir="ltr" translate="no">
        {shown.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="ks-row">
        <CopyButton label={texts.copy} text={shown.join("\n")} />
        <Button
          variant="outline"
          size="sm"
          onClick={() => saveFile("recovery-codes.txt", new Blob([file], { type: "text/plain;charset=utf-8" }))}
        >
          {texts.download}
        </Button>
        <Button variant="quiet" size="sm" onClick={onClose}>
          {texts.recoverySaved}
        </Button>
      </div>
    </>
  )
}
