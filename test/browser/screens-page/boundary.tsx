/** An error boundary that renders the error's text. */
import { Component, type ReactNode } from "react"

interface State {
  readonly failed: string | null
}

export class Boundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { failed: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failed: error instanceof Error ? error.message : String(error) }
  }

  override render() {
    return this.state.failed === null ? this.props.children : <p role="alert">{this.state.failed}</p>
  }
}
