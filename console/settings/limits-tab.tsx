/** The rate limits of the project. Limits that are not set have the defaults of the service. */
import * as Exit from "effect/Exit"
import { useState } from "react"
import type { LimitKind, RateLimitsSetting } from "../../core/schema/rate-limits-setting.ts"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { useDashboardRefresh } from "../../react/dashboard/use-dashboard-refresh.ts"
import { useAnnounce } from "../components/announcements.tsx"
import { Notice } from "../components/components.tsx"
import { DraftFooter } from "../components/draft-footer.tsx"
import { Field } from "../components/fields.tsx"
import { problemOf } from "../components/problem-text.ts"
import { Section } from "../components/section.tsx"
import { SelectField } from "../components/select-field.tsx"
import { useFormDraft } from "../components/use-form-draft.ts"
import {
  defaultText,
  draftOf,
  kinds,
  type LimitDraft,
  type LimitScope,
  problemsOf,
  scopes,
  settingOf
} from "./limits-draft.ts"
import type { SettingsTabProps } from "./settings-tab-props.ts"

const kindTexts: Readonly<Record<LimitKind, { readonly title: string; readonly text: string }>> = {
  attempts: {
    title: "Attempts",
    text: "Failed attempts at a secret: a wrong password, code or passkey. Successful ones do not count."
  },
  requests: {
    title: "Requests",
    text: "Requests that cause work: a sign-up, a mail with a code, a sign-in with a provider."
  }
}

const scopeTitles: Readonly<Record<LimitScope, string>> = {
  perAccount: "One account from one address",
  perAddress: "All accounts from one address"
}

export const LimitsTab = ({ settings }: SettingsTabProps) => {
  const draft = useFormDraft(draftOf(settings.config.rateLimits))
  const [isChecked, setChecked] = useState(false)
  const announce = useAnnounce()
  const refresh = useDashboardRefresh()
  const save = useAdminAction(({ updateProject }, rateLimits: RateLimitsSetting | null) =>
    updateProject({ config: { rateLimits } })
  )
  const limits = kinds.flatMap((kind) => scopes.map((scope) => draft.value[kind][scope]))
  const discard = () => {
    draft.reset()
    setChecked(false)
    save.reset()
  }
  const submit = async () => {
    setChecked(true)
    if (limits.flatMap((limit) => Object.values(problemsOf(limit))).some((problem) => problem !== null)) return
    if (!Exit.isSuccess(await save.run(settingOf(draft.value)))) return
    await refresh()
    discard()
    announce("The limits were saved")
  }

  return (
    <Section
      title="Limits"
      text="Protect passwords and codes from guessing, and users from mails that others ask for. A call over a limit gets
        the status 429 and the time to wait. Calls with a server or admin key are not limited."
    >
      <form
        className="ks-form"
        aria-label="Limits"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {kinds.map((kind) => (
          <fieldset key={kind} className="ks-limits">
            <legend className="ks-strong">{kindTexts[kind].title}</legend>
            <p className="ks-text">{kindTexts[kind].text}</p>
            {scopes.map((scope) => (
              <LimitFields
                key={scope}
                kind={kind}
                scope={scope}
                limit={draft.value[kind][scope]}
                isChecked={isChecked}
                onChange={(changes) =>
                  draft.set({
                    [kind]: { ...draft.value[kind], [scope]: { ...draft.value[kind][scope], ...changes } }
                  })
                }
              />
            ))}
          </fieldset>
        ))}
        {limits.some(({ mode }) => mode === "off") && (
          <Notice tone="warning">
            Without a limit, an attacker can try passwords and codes as fast as the service answers.
          </Notice>
        )}
        <p className="ks-hint">
          Saved limits apply within ten seconds. Behind a proxy, all users have one address unless the service knows the
          number of proxies.
        </p>
        <DraftFooter
          draft={draft}
          subject="limits"
          problem={problemOf(save.error)}
          busy={save.pending}
          onDiscard={discard}
        />
      </form>
    </Section>
  )
}

interface LimitProps {
  readonly kind: LimitKind
  readonly scope: LimitScope
  readonly limit: LimitDraft
  readonly isChecked: boolean
  readonly onChange: (changes: Partial<LimitDraft>) => void
}

const LimitFields = ({ isChecked, kind, limit, onChange, scope }: LimitProps) => {
  const problems = isChecked ? problemsOf(limit) : { burst: null, perMinute: null }
  const label = scopeTitles[scope]
  return (
    <div className="ks-limit" role="group" aria-label={`${kindTexts[kind].title}: ${label}`}>
      <SelectField
        label={label}
        value={limit.mode}
        options={[
          ["default", `Default: ${defaultText(kind, scope)}`],
          ["own", "Own limit"],
          ["off", "No limit"]
        ]}
        onChange={(mode) => onChange({ mode })}
      />
      {limit.mode === "own" && (
        <>
          <Field
            label="At once"
            value={limit.burst}
            problem={problems.burst}
            onChange={(burst) => onChange({ burst })}
          />
          <Field
            label="Then each minute"
            value={limit.perMinute}
            problem={problems.perMinute}
            onChange={(perMinute) => onChange({ perMinute })}
          />
        </>
      )}
    </div>
  )
}
