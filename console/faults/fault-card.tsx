/** A switch for one kind of fault, with its settings. */
import { useId, useState } from "react"
import { useSubmit } from "../components/use-submit.ts"
import type { ActiveFault } from "../control/responses.ts"
import { faultOf, initial, type Kind, labels, type Setting, settingsOf } from "./fault-kinds.ts"
import { Field } from "../components/fields.tsx"
import { Problem } from "../components/problem.tsx"
import { change } from "../control/control-api.ts"

interface Props {
  readonly kind: Kind
  /** The active faults of this kind. */
  readonly active: ReadonlyArray<ActiveFault>
}

const isText = (setting: Setting) => setting === "path" || setting === "to"

export const FaultCard = ({ active, kind }: Props) => {
  const id = useId()
  const [first] = active
  const [settings, setSettings] = useState(initial)
  const [seen, setSeen] = useState<string | null>(null)
  const [unfolded, setUnfolded] = useState(false)
  // Show the settings of a fault that a test or another page has added.
  if (first !== undefined && first.id !== seen) {
    setSeen(first.id)
    setSettings(settingsOf(first.fault))
  }

  const set = useSubmit(async (on: boolean) => {
    // Add the new fault first. If the service rejects it, the old ones stay active.
    const made = on ? await change<ActiveFault>("POST", "/faults", faultOf(kind, settings)) : null
    if (made !== null) setSeen(made.id)
    for (const fault of active) {
      // Fails if the fault has been used up meanwhile.
      await change("DELETE", `/faults/${fault.id}`).catch(() => undefined)
    }
  })
  const on = first !== undefined
  const apply = () => {
    if (first !== undefined && JSON.stringify(settingsOf(first.fault)) !== JSON.stringify(settings)) void set.run(true)
  }
  const open = on || unfolded
  return (
    <form
      className="ks-fault"
      data-state={on ? "on" : "off"}
      onSubmit={(event) => {
        event.preventDefault()
        void set.run(true)
      }}
    >
      <div className="ks-fault-text">
        <strong className="ks-strong" id={id}>
          {kind.title}
        </strong>
        <span id={`${id}-text`}>{kind.text}</span>
      </div>
      <button
        type="button"
        className="ks-switch"
        role="switch"
        aria-checked={on}
        aria-busy={set.busy || undefined}
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
        onClick={() => void set.run(!on)}
      />
      {open ? (
        <div className="ks-fault-more">
          {kind.settings.map((setting) => (
            <Field
              key={setting}
              label={labels[setting]}
              type={isText(setting) ? "text" : "number"}
              placeholder={setting === "times" ? "until off" : ""}
              value={settings[setting]}
              onChange={(value) => setSettings({ ...settings, [setting]: value })}
              onCommit={apply}
            />
          ))}
          {/* Submits the form on Enter. */}
          <button type="submit" className="ks-visually-hidden" tabIndex={-1}>
            Apply {kind.title}
          </button>
        </div>
      ) : (
        <button
          type="button"
          className="ks-link ks-fault-adjust"
          aria-label={`Adjust ${kind.title}`}
          onClick={() => setUnfolded(true)}
        >
          Adjust
        </button>
      )}
      <Problem>{set.problem}</Problem>
    </form>
  )
}
