/** Shows a defect of a page in its place. */
import { Component, type ReactNode } from "react"
import { Button, Notice } from "../components/components.tsx"

interface Props {
  /** A new value renders the page again. */
  readonly of: string
  readonly children: ReactNode
}

interface State {
  readonly of: string
  readonly defect: { readonly value: unknown } | null
}

export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { of: this.props.of, defect: null }

  static getDerivedStateFromError(value: unknown): Partial<State> {
    return { defect: { value } }
  }

  static getDerivedStateFromProps({ of }: Props, state: State): Partial<State> | null {
    return of === state.of ? null : { of, defect: null }
  }

  override render() {
    const { defect } = this.state
    if (defect === null) return this.props.children
    return (
      <div className="ks-panel">
        <Notice tone="warning" live="alert">
          This page failed: {defect.value instanceof Error ? defect.value.message : String(defect.value)}
        </Notice>
        <div>
          <Button onClick={() => location.reload()}>Reload the page</Button>
        </div>
      </div>
    )
  }
}
