/** Shows something else in place of what threw. React has no hook for this, so it is a class. */
import { Component, type ReactNode } from "react"

interface Props {
  readonly children: ReactNode
  /** Which errors it takes; the others go on to the next boundary. Default all. */
  readonly takes?: ((error: unknown) => boolean) | undefined
  /** What to show; `retry` renders the children again. */
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
