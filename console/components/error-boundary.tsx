/** Shows a defect of a page, or of a part of it, in its place. A failed load of its code is one. */
import { Component, type ReactNode } from "react"
import { Button } from "./button.tsx"
import { Notice } from "./notice.tsx"

interface Props {
  /** A new value renders the children again. */
  readonly of?: string
  /** The name of the children at the start of the text. Default `This page`. */
  readonly name?: string
  /** Wraps the text and the button to reload the page. Default: a panel of the page. */
  readonly wrap?: (failure: ReactNode) => ReactNode
  readonly children: ReactNode
}

interface State {
  readonly of: string | undefined
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
    const { children, name = "This page", wrap = inPanel } = this.props
    const { defect } = this.state
    if (defect === null) return children
    return wrap(
      <>
        <Notice tone="warning" live="alert">
          {name} failed: {defect.value instanceof Error ? defect.value.message : String(defect.value)}
        </Notice>
        <div>
          <Button onClick={() => location.reload()}>Reload the page</Button>
        </div>
      </>
    )
  }
}

const inPanel = (failure: ReactNode) => <div className="ks-panel">{failure}</div>
