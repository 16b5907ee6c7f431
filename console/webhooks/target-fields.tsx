/** The fields of a webhook target: its address, a note, and the types of events. */
import { WebhookEventType } from "../../core/schema/webhook-event-type.ts"
import { Problem } from "../components/problem.tsx"
import { Check, Field } from "../components/fields.tsx"
import type { TargetDraft } from "./target-draft.ts"

interface Props {
  readonly draft: TargetDraft
  readonly problems: Partial<Record<keyof TargetDraft, string>>
  readonly onChange: (changes: Partial<TargetDraft>) => void
}

export const TargetFields = ({ draft: { description, isForAll, types, url }, onChange, problems }: Props) => (
  <>
    <Field
      label="Address"
      value={url}
      onChange={(typed) => onChange({ url: typed })}
      placeholder="https://app.example.com/webhooks"
      problem={problems.url ?? null}
    />
    <Field
      label="Note"
      value={description}
      onChange={(typed) => onChange({ description: typed })}
      placeholder="Orders"
      problem={problems.description ?? null}
    />
    <div className="ks-stack" role="group" aria-label="Events">
      <Check
        label="All events, also those of later versions"
        checked={isForAll}
        onChange={(checked) => onChange({ isForAll: checked })}
      />
      {!isForAll && (
        <div className="ks-event-types">
          {WebhookEventType.literals.map((type) => (
            <Check
              key={type}
              label={type}
              checked={types.includes(type)}
              onChange={(checked) =>
                onChange({ types: checked ? [...types, type] : types.filter((one) => one !== type) })
              }
            />
          ))}
        </div>
      )}
      <Problem>{problems.types ?? null}</Problem>
    </div>
  </>
)
