/** The picture of a user or of a team; their initials where there is none. */
import { type ComponentProps, type ReactNode, useCallback, useState } from "react"
import { className } from "../theme/class-name.ts"
import { useScope } from "../theme/scope.tsx"
import { Icon, teamIcon, userIcon } from "./icons.tsx"
import { imageSource, initialsOf } from "./image-source.ts"

interface PictureProps extends Omit<ComponentProps<"span">, "children" | "ref"> {
  readonly kind: "user" | "team"
  readonly url: string | null | undefined
  readonly name: string | null | undefined
  /** CSS pixels. Default: as the style sheet has it for the part around. */
  readonly size?: number | undefined
}

/** A picture that is silent, since a name always stands beside it. */
export const Picture = ({ className: given, kind, name, size, url, ...props }: PictureProps) => {
  const [broken, setBroken] = useState<string | null>(null)
  // Set through the object model, as the theme is: a strict content security policy allows no `style` in the page.
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

/** Of whom there is an avatar: a user, or what a team knows of one. */
export interface AvatarUser {
  readonly profileImageUrl?: string | null | undefined
  readonly displayName?: string | null | undefined
  readonly primaryEmail?: string | null | undefined
}

export interface UserAvatarProps extends Omit<ComponentProps<"span">, "children" | "ref"> {
  /** CSS pixels. Default 34. */
  readonly size?: number | undefined
  /** Without one it is nobody's. */
  readonly user?: AvatarUser | null | undefined
  /** Draws a line around it. Default `false`. */
  readonly border?: boolean | undefined
}

/** The size of an avatar that the original has too, in CSS pixels. */
const AVATAR_SIZE = 34

/**
 * A user's picture, or their initials. Only `https:` and `data:image/` addresses are shown, and none of them is told
 * where it is shown.
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
