/** A table in its own box, which scrolls where the page is too narrow for it. */
import type { ReactNode } from "react"

/** What stands above a column; at the end of the row for numbers and buttons, unseen where the cells say it. */
export interface Column {
  readonly title: string
  readonly align?: "end"
  readonly isHidden?: boolean
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
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so the keyboard has to reach it.
  <div className="ks-table-box" tabIndex={0} role="region" aria-label={label}>
    <table className="ks-table">
      <thead>
        <tr>
          {columns
            .map((column) => (typeof column === "string" ? { title: column } : column))
            .map(({ align, isHidden = false, title }: Column) => (
              <th key={title} scope="col" data-align={align}>
                {isHidden ? <span className="ks-visually-hidden">{title}</span> : title}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
