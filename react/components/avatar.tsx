/** The image of a user or team, or its initials. */
import { type ComponentProps, type ReactNode, useCallback, useState } from "react"
import { className } from "../theme/class-name.ts"
import { useScope } from "../theme/scope.tsx"
import { Icon, teamIcon, userIcon } from "./icons.tsx"
import { imageSource, initialsOf } from "./image-source.ts"

interface PictureProps extends Omit<ComponentProps<"span">, "children" | "ref"> {
  readonly kind: "user" | "team"
  readonly url: string | null | undefined
  readonly name: string | null | undefined
  /** CSS pixels. Default the size that the stylesheet sets. */
  readonly size?: number | undefined
}

/** An image hidden from screen readers: the name is always rendered beside it. */
export const Picture = ({ className: given, kind, name, size, url, ...props }: PictureProps) => {
  const [broken, setBroken] = useState<string | null>(null)
  // Set by script: a strict content security policy forbids `style` attributes.
  const sized = useCallback(
    (element: HTMLElement | null) => {
      if (size !== undefined) element?.style.setProperty("--size", `${size}px`)
    },
    [size]
  )
  const source = imageSource(url)
  const shown = source === broken ? null : source
  const initials = initialsOf(name, kind)
  let content: ReactNode = initials
  if (shown !== null) {
    content = (
      <img
        className="ks-avatar-image"
        src={shown}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setBroken(shown)}
      />
    )
  } else if (initials === "") {
    content = <Icon path={kind === "team" ? teamIcon : userIcon} />
  }
  return (
    <span
      aria-hidden={props["aria-label"] === undefined}
      {...props}
      ref={sized}
      className={className("ks-avatar", given)}
      data-kind={kind === "user" && shown === null && initials === "" ? "empty" : kind}
    >
      {content}
    </span>
  )
}

/** A user, or a team's view of one. */
export interface AvatarUser {
  readonly profileImageUrl?: string | null | undefined
  readonly displayName?: string | null | undefined
  readonly primaryEmail?: string | null | undefined
}

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
