/** Shows the service's clock, and moves it forward. */
import { useState } from "react"
import { useSubmit } from "../components/use-submit.ts"
import type { Clock } from "../control/responses.ts"
import { Field } from "../components/fields.tsx"
import { useLive } from "../control/use-live.ts"
import { Button } from "../components/button.tsx"
import { Problem } from "../components/problem.tsx"
import { change } from "../control/control-api.ts"
import { DAY, dateTimeOf, spanOf } from "../components/times.ts"

const MINUTE = 60_000

const steps = [
  { title: "+ 10 minutes", millis: 10 * MINUTE },
  { title: "+ 1 hour", millis: 60 * MINUTE },
  { title: "+ 1 day", millis: DAY },
  { title: "+ 8 days", millis: 8 * DAY }
]

export const ClockCard = () => {
  const { value } = useLive<Clock>("/clock", 1000)
  const [minutes, setMinutes] = useState("1")
  const move = useSubmit(async (millis: number) => {
    await change("POST", "/clock/advance", { millis })
  })
  return (
    <section
      className="ks-fault ks-clock"
      aria-labelledby="clock"
      data-state={value !== undefined && value.leadMillis > 0 ? "on" : "off"}
    >
      <div className="ks-fault-text">
        <h2 className="ks-strong" id="clock">
          Clock
        </h2>
        <span>
          Moves all of the service's time: tokens, codes, sessions, limits. Only a restart of the service sets it back.
        </span>
      </div>
      <div className="ks-fault-more">
        <span className="ks-time">{value === undefined ? "…" : dateTimeOf(value.now)}</span>
        <span role="status">
          {value !== undefined && value.leadMillis > 0 ? `${spanOf(value.leadMillis)} ahead` : ""}
        </span>
      </div>
      <div className="ks-clock-forms">
        {steps.map(({ millis, title }) => (
          <Button key={title} busy={move.busy} onClick={() => void move.run(millis)}>
            {title}
          </Button>
        ))}
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void move.run(Math.round(Number(minutes) * MINUTE))
          }}
        >
          <Field label="Minutes" type="number" value={minutes} onChange={setMinutes} />
          <Button type="submit" label="Move by these minutes" busy={move.busy}>
            Move
          </Button>
        </form>
      </div>
      <Problem>{move.problem}</Problem>
    </section>
  )
}
