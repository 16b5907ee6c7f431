/** A notice on the board. */
import { type ReactNode, useId } from "react"

interface PaperProps {
  readonly title: string
  readonly text: string
  /** The author, and the actions. */
  readonly foot?: ReactNode
  readonly isNew?: boolean
}

export const Paper = ({ foot, isNew = false, text, title }: PaperProps) => {
  const id = useId()
  return (
    <article className="paper" aria-labelledby={id} data-new={isNew || undefined}>
      <h2 id={id}>
        {title}
        {isNew && (
          <span className="ks-badge" data-tone="accent">
            New
          </span>
        )}
      </h2>
      <p>{text}</p>
      {foot !== undefined && <footer>{foot}</footer>}
    </article>
  )
}
