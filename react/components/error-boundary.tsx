/** An error boundary. React has no hook for this, so it is a class. */
import { Component, type ReactNode } from "react"

interface Props {
  readonly children: ReactNode
  /** Returns whether the boundary handles an error. Default all; others go to the next boundary. */
  readonly takes?: ((error: unknown) => boolean) | undefined
  /** Renders in place of the children. `retry` renders the children again. */
  readonly fallback: (error: unknown, retry: () => void) => ReactNode
}

export class ErrorBoundary extends Component<Props, { readonly failed: { readonly error: unknown } | null }> {
  override state: { readonly failed: { readonly error: unknown } | null } = { failed: null }

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } }
  }

  override render() {
    const { children, fallback, takes } = this.props
    const { failed } = this.state
    if (failed !== null && takes?.(failed.error) === false) throw failed.error
    return failed === null ? children : fallback(failed.error, () => this.setState({ failed: null }))
  }
}
