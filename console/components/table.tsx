/** A table in a box that scrolls horizontally on narrow pages. */
import type { ReactNode } from "react"

/** The head of a column. `end` aligns numbers and buttons. A hidden title is for screen readers only. */
export interface Column {
  readonly title: string
  readonly align?: "end"
  readonly isHidden?: boolean
  /** Not in narrow windows. Its cells have the attribute, too. */
  readonly isWideOnly?: boolean
  /** Shown in place of the title, such as a checkbox. */
  readonly content?: ReactNode
}

/** A column of buttons. */
export const actions: Column = { title: "Actions", align: "end", isHidden: true }

interface Props {
  readonly label: string
  readonly columns: ReadonlyArray<string | Column>
  /** The rows. */
  readonly children: ReactNode
}

export const Table = ({ children, columns, label }: Props) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so it must be focusable by keyboard.
  <div className="ks-table-box" tabIndex={0} role="region" aria-label={label}>
    <table className="ks-table">
      <thead>
        <tr>
          {columns
            .map((column) => (typeof column === "string" ? { title: column } : column))
            .map(({ align, content, isHidden = false, isWideOnly, title }: Column) => (
              <th key={title} scope="col" data-align={align} data-wide={isWideOnly}>
                {content ?? (isHidden ? <span className="ks-visually-hidden">{title}</span> : title)}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
