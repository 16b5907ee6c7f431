/**
 * A chart of one value for each day. The arrow keys read the values (ARIA slider with a text for each value), and a
 * table below has all of them.
 */
import { type KeyboardEvent, useState } from "react"
import { Table } from "../components/table.tsx"

const dayFormat = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric", timeZone: "UTC" })

/** Formats a day of the metrics, `YYYY-MM-DD` in UTC: `Nov 27`. */
const dayOf = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? day : dayFormat.format(date)
}

/** A value of one kind on a day, such as the sign-ins with a password. */
export interface Series {
  readonly name: string
  /** One value for each day, the oldest first. */
  readonly values: ReadonlyArray<number>
  readonly tone?: "danger"
}

interface Props {
  readonly title: string
  readonly days: ReadonlyArray<string>
  /** Stacked in each bar. */
  readonly series: ReadonlyArray<Series>
}

const WIDTH = 620
const HEIGHT = 120
const GAP = 4
/** The height of the mark below the bar of the shown day, and of the space around it. */
const MARK = 4

const totalOf = (series: ReadonlyArray<Series>, index: number): number =>
  series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)

const textOf = (series: ReadonlyArray<Series>, index: number): string => {
  if (series.length === 1) return (series[0]?.values[index] ?? 0).toLocaleString()
  const parts = series.flatMap(({ name, values }) => {
    const value = values[index] ?? 0
    return value === 0 ? [] : [`${name} ${value.toLocaleString()}`]
  })
  return parts.length === 0 ? "0" : parts.join(", ")
}

export const DayChart = ({ days, series, title }: Props) => {
  const last = days.length - 1
  const [at, setAt] = useState<number | null>(null)
  const shown = Math.min(at ?? last, last)
  const totals = days.map((_, index) => totalOf(series, index))
  const most = Math.max(1, ...totals)
  const step = (WIDTH + GAP) / Math.max(1, days.length)

  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setAt(Math.max(0, Math.min(last, to)))
  }

  return (
    <section className="ks-chart" aria-label={title}>
      <div className="ks-chart-head">
        <h2 className="ks-section-title">{title}</h2>
        <span className="ks-chart-value">
          {dayOf(days[shown] ?? "")}: <strong className="ks-strong">{textOf(series, shown)}</strong>
        </span>
      </div>
      <div
        className="ks-chart-box"
        role="slider"
        tabIndex={0}
        aria-label={`${title}, by day`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={shown}
        aria-valuetext={`${dayOf(days[shown] ?? "")}: ${textOf(series, shown)}`}
        onKeyDown={onKeyDown}
      >
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT + 2 * MARK}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          {days.map((day, index) => (
            <g key={day} onPointerEnter={() => setAt(index)}>
              <rect data-part="day" x={index * step} width={step} y={0} height={HEIGHT + 2 * MARK} />
              {index === shown && <Mark x={index * step} width={step - GAP} />}
              <Bar series={series} index={index} x={index * step} width={step - GAP} most={most} />
            </g>
          ))}
        </svg>
      </div>
      <div className="ks-chart-axis" aria-hidden="true">
        <span>{dayOf(days[0] ?? "")}</span>
        <span>{dayOf(days[last] ?? "")}</span>
      </div>
      <details className="ks-chart-table">
        <summary>{title} as a table</summary>
        <Table
          label={`${title} as a table`}
          columns={["Day", ...series.map(({ name }) => ({ title: name, align: "end" as const }))]}
        >
          {days.map((day, index) => (
            <tr key={day}>
              <th scope="row">{dayOf(day)}</th>
              {series.map(({ name, values }) => (
                <td key={name} data-align="end">
                  {(values[index] ?? 0).toLocaleString()}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      </details>
    </section>
  )
}

interface BarProps {
  readonly series: ReadonlyArray<Series>
  readonly index: number
  readonly x: number
  readonly width: number
  readonly most: number
}

/** Marks the shown day below its bar and by a line behind it. A filled column would look like a value. */
const Mark = ({ width, x }: Pick<BarProps, "x" | "width">) => (
  <>
    <line data-part="line" x1={x + width / 2} x2={x + width / 2} y1={0} y2={HEIGHT - 2} />
    <rect data-part="mark" x={x} width={width} y={HEIGHT + MARK} height={MARK} />
  </>
)

/**
 * Without classes: the reset of elements with classes would drop their sizes. A day without a value has a line at the
 * bottom, so that it is no gap.
 */
const Bar = ({ index, most, series, width, x }: BarProps) => {
  const heights = series.map(({ values }) => ((values[index] ?? 0) / most) * (HEIGHT - 4))
  const topOf = (kind: number) => HEIGHT - 2 - heights.slice(0, kind + 1).reduce((sum, height) => sum + height, 0)
  return (
    <>
      <rect data-part="zero" x={x} width={width} y={HEIGHT - 2} height={2} />
      {series.map(({ name, tone }, kind) => (
        <rect
          key={name}
          data-part="bar"
          data-kind={tone ?? kind}
          x={x}
          width={width}
          y={topOf(kind)}
          height={heights[kind]}
        />
      ))}
    </>
  )
}
