/** The image of a user or team, or its initials. */
import { type ComponentProps, type ReactNode, useCallback, useState } from "react"
import { className } from "../theme/class-name.ts"
import { Icon, teamIcon, userIcon } from "./icons.tsx"
import { imageSource } from "./image-source.ts"
import { initialsOf } from "./initials.ts"

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
  const setSize = useCallback(
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
      ref={setSize}
      className={className("ks-avatar", given)}
      data-kind={kind === "user" && shown === null && initials === "" ? "empty" : kind}
    >
      {content}
    </span>
  )
}
