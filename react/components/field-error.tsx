/** The error below a field. */
import { alertIcon, Icon } from "./icons.tsx"

export interface FieldErrorProps {
  readonly id: string
  readonly children: string | undefined
}

export const FieldError = ({ children, id }: FieldErrorProps) =>
  children === undefined ? null : (
    <p className="ks-error" id={id} role="alert">
      <Icon path={alertIcon} />
      <span>{children}</span>
    </p>
  )
