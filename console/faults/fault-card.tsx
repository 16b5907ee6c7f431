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
  const [settings, setSettings] = useState(initial)
  const [seen, setSeen] = useState<string | null>(null)
  /** The fault that this card has added. It replaces the one that was seen. */
  const [added, setAdded] = useState<string | null>(null)
  const [unfolded, setUnfolded] = useState(false)
  const activeOf = (faultId: string | null) => active.find((one) => one.id === faultId)
  const shown = activeOf(added) ?? activeOf(seen) ?? active[0]
  // Show the settings of a fault that a test or another page has added.
  if (shown !== undefined && shown.id !== seen) {
    setSeen(shown.id)
    if (shown.id !== added) setSettings(settingsOf(shown.fault))
  }

  const set = useSubmit(async (on: boolean) => {
    // Add the new fault first. If the service rejects it, the old one stays active.
    if (on) setAdded((await change<ActiveFault>("POST", "/faults", faultOf(kind, settings, shown?.fault))).id)
    // The switch turns off all faults of the kind. A setting replaces only the fault that is shown.
    for (const fault of on ? active.filter((one) => one === shown) : active) {
      // Fails if the fault has been used up meanwhile.
      await change("DELETE", `/faults/${fault.id}`).catch(() => undefined)
    }
  })
  const on = shown !== undefined
  const apply = () => {
    if (shown !== undefined && JSON.stringify(settingsOf(shown.fault)) !== JSON.stringify(settings)) void set.run(true)
  }
  const open = on || unfolded
  return (
    <form
      className="ks-fault"
      // The browser would refuse the share 12.5.
      noValidate
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
