import type { ReactNode } from "react"

/** A live region for screen readers only. */
export const ScreenReaderStatus = ({ children }: { readonly children: ReactNode }) => (
  <span role="status" className="ks-visually-hidden">
    {children}
  </span>
)
