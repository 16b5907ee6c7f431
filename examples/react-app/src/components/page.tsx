/** A page: its title, its actions, its content. */
import { type ReactNode, useEffect } from "react"

interface PageProps {
  readonly title: string
  readonly text?: ReactNode
  /** Rendered beside the title. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

export const Page = ({ action, children, text, title }: PageProps) => {
  useTitle(title)
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <h1 className="page-title">{title}</h1>
          {text !== undefined && <p className="ks-text">{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </div>
  )
}

export const useTitle = (title: string) =>
  useEffect(() => {
    document.title = `${title} · Larkspur`
  }, [title])
