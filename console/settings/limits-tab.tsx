/** The rate limits of the project. Limits that are not set have the defaults of the service. */
import type { LimitKind } from "../../core/schema/rate-limits-setting.ts"
import { Notice } from "../components/notice.tsx"
import { Problem } from "../components/problem.tsx"
import { Field } from "../components/fields.tsx"
import { Section } from "../components/section.tsx"
import { SelectField } from "../components/select-field.tsx"
import { useDraftForm } from "../components/use-draft-form.tsx"
import {
  defaultText,
  draftOf,
  kinds,
  type LimitDraft,
  type LimitsDraft,
  type LimitScope,
  maximumOf,
  problemsOf,
  scopes,
  settingOf
} from "./limits-draft.ts"
import type { SettingsTabProps } from "./settings-tabs.ts"

const kindTexts: Readonly<Record<LimitKind, { readonly title: string; readonly text: string }>> = {
  attempts: {
    title: "Attempts",
    text: "Failed attempts at a secret: a wrong password, code or passkey. Successful ones with a password count as a quarter."
  },
  requests: {
    title: "Requests",
    text: "Requests that cause work, or reveal whether an email is in use: a sign-up, a mail, a change of an email."
  }
}

const scopeTitles: Readonly<Record<LimitScope, string>> = {
  perAccount: "One account from one address",
  perAddress: "All accounts from one address"
}

const limitsOf = (draft: LimitsDraft): ReadonlyArray<LimitDraft> =>
  kinds.flatMap((kind) => scopes.map((scope) => draft[kind][scope]))

/** Returns whether no limit exceeds the maximum. */
const isWithin = (draft: LimitsDraft, factor: number | undefined): boolean =>
  kinds.every((kind) =>
    scopes.every((scope) =>
      Object.values(problemsOf(draft[kind][scope], maximumOf(kind, scope, factor))).every((one) => one === null)
    )
  )

export const LimitsTab = ({ settings }: SettingsTabProps) => {
  const { maxRateLimitFactor: factor } = settings.config
  const { footer, isChecked, onSubmit, set, value } = useDraftForm({
    saved: draftOf(settings.config.rateLimits),
    subject: "limits",
    done: "The limits were saved",
    isValid: (draft) => isWithin(draft, factor),
    save: ({ updateProject }, draft) => updateProject({ config: { rateLimits: settingOf(draft) } })
  })

  return (
    <Section
      title="Limits"
      text="Protect passwords and codes from guessing, and users from mails that others ask for. A call over a limit
        gets the status 429 and the time to wait. Calls with a server or admin key are not limited."
    >
      <form className="ks-form" aria-label="Limits" onSubmit={onSubmit}>
        {kinds.map((kind) => (
          <fieldset key={kind} className="ks-limits">
            <legend className="ks-strong">{kindTexts[kind].title}</legend>
            <p className="ks-text">{kindTexts[kind].text}</p>
            {scopes.map((scope) => (
              <LimitFields
                key={scope}
                kind={kind}
                scope={scope}
                limit={value[kind][scope]}
                factor={factor}
                isChecked={isChecked}
                onChange={(changes) =>
                  set({ [kind]: { ...value[kind], [scope]: { ...value[kind][scope], ...changes } } })
                }
              />
            ))}
          </fieldset>
        ))}
        {limitsOf(value).some(({ mode }) => mode === "off") && (
          <Notice tone="warning">
            Without a limit, an attacker can try passwords and codes as fast as the service responds.
          </Notice>
        )}
        {factor !== undefined && (
          <p className="ks-hint">
            The operator of this service allows at most{" "}
            {factor === 1 ? "the defaults" : `${factor.toLocaleString()} times the defaults`}, and no limit that is off.
          </p>
        )}
        <p className="ks-hint">
          Saved limits apply within ten seconds. Behind a proxy, all users have one address unless the number of proxies
          is configured in the service.
        </p>
        {footer}
      </form>
    </Section>
  )
}

interface LimitProps {
  readonly kind: LimitKind
  readonly scope: LimitScope
  readonly limit: LimitDraft
  /** The operator's maximum, as a multiple of the default. */
  readonly factor: number | undefined
  readonly isChecked: boolean
  readonly onChange: (changes: Partial<LimitDraft>) => void
}

const LimitFields = ({ factor, isChecked, kind, limit, onChange, scope }: LimitProps) => {
  const maximum = maximumOf(kind, scope, factor)
  const problems = isChecked ? problemsOf(limit, maximum) : { mode: null, burst: null, perMinute: null }
  const label = scopeTitles[scope]
  return (
    <div className="ks-limit" role="group" aria-label={`${kindTexts[kind].title}: ${label}`}>
      <SelectField
        label={label}
        value={limit.mode}
        options={[
          ["default", `Default: ${defaultText(kind, scope)}`],
          ["own", "Own limit"],
          // A limit that was off before the operator's maximum is shown as it was saved.
          ...(maximum.isOfOperator && limit.mode !== "off" ? [] : [["off", "No limit"] as const])
        ]}
        onChange={(mode) => onChange({ mode })}
      />
      <Problem>{problems.mode}</Problem>
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
