/** The initials of a user or team, beside the name. */
import { initialsOf } from "../../react/components/initials.ts"

interface Props {
  readonly name: string
  readonly kind: "user" | "team"
  readonly size?: "lg"
}

export const Avatar = ({ kind, name, size }: Props) => (
  <span className="ks-avatar" data-kind={kind} data-size={size} aria-hidden="true">
    {initialsOf(name, kind)}
  </span>
)
