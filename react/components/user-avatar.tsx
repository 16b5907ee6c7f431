/** The public image of a user. */
import type { ComponentProps } from "react"
import { className } from "../theme/class-name.ts"
import { useScope } from "../theme/scope.tsx"
import { Picture } from "./picture.tsx"

/** A user, or a team's view of one. */
export interface AvatarUser {
  /** The picture. Without one, the initials are shown. */
  readonly profileImageUrl?: string | null | undefined
  /** The name that the initials are taken from. */
  readonly displayName?: string | null | undefined
  /** The initial of a user without a name. */
  readonly primaryEmail?: string | null | undefined
}

/** Props of `<UserAvatar>`. */
export interface UserAvatarProps extends Omit<ComponentProps<"span">, "children" | "ref"> {
  /** CSS pixels. Default 34. */
  readonly size?: number | undefined
  /** Without a user, the icon of one is shown. */
  readonly user?: AvatarUser | null | undefined
  /** Draws a border. Default `false`. */
  readonly border?: boolean | undefined
}

/** Default size in CSS pixels. */
const AVATAR_SIZE = 34

/**
 * A user's image, or their initials. Only URLs with `https:` and `data:image/` are loaded, without a referrer.
 *
 * @example <UserAvatar user={user} size={48} />
 */
export const UserAvatar = ({
  border = false,
  className: given,
  size = AVATAR_SIZE,
  user,
  ...props
}: UserAvatarProps) => {
  const name = user?.displayName || user?.primaryEmail || undefined
  const { ref: _ref, ...scope } = useScope()
  return (
    <Picture
      role={name === undefined ? undefined : "img"}
      aria-label={name}
      {...scope}
      {...props}
      kind="user"
      className={className("ks", given)}
      data-border={border || undefined}
      name={name}
      url={user?.profileImageUrl}
      size={size}
    />
  )
}
