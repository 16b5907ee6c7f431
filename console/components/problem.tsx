import { Icon } from "./icons.tsx"

/** An error message beside a form or a button. */
export const Problem = ({ children }: { readonly children: string | null }) =>
  children !== null && (
    <p className="ks-error" role="alert">
      <Icon name="alert" />
      {children}
    </p>
  )
