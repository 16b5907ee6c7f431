/** A menu in a popover, by the menu pattern of the ARIA Authoring Practices. */
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react"
import type { MenuAnchor } from "./menu-button.tsx"
import { CloseMenu } from "./menu-items.tsx"
import { itemsOf, useMenuKeys } from "./menu-keys.ts"
import { leftOfMenu } from "./menu-position.ts"

export interface MenuProps {
  readonly anchor: MenuAnchor
  /** Accessible name. */
  readonly label: string
  /** Rendered above the items. */
  readonly head?: ReactNode
  /** The edge of the button that the menu is aligned to. Default `start`. */
  readonly align?: "start" | "end" | undefined
  /** Reserves a column for avatars. */
  readonly rail?: "avatar" | undefined
  readonly children: ReactNode
}

/** The name by which the style sheet refers to the button of the open menu. The browser keeps one menu open. */
const ANCHOR_NAME = "--ks-menu-button"

/** The property with the width of that button, for the style sheet. */
const BUTTON_SIZE = "--ks-menu-button-size"

/** The property with the distance by which the menu moves to be aligned with that button. */
const MENU_SHIFT = "--ks-menu-shift"

/** Places menus where the style sheet cannot. If it does not load, they are in the middle of the window. */
const placeMenuModule =
  globalThis.CSS?.supports?.("position-area", "block-end") === false
    ? import("./place-menu.ts").catch(() => undefined)
    : undefined

export const Menu = ({ align = "start", children, head, label, anchor, rail }: MenuProps) => {
  const menu = useRef<HTMLDivElement>(null)
  const { close, id, trigger } = anchor

  usePlaceAtButton(menu, anchor)

  // The items of a menu that loads while it is open replace the focused one.
  const focused = useRef<Element>(null)
  useLayoutEffect(() => {
    if (focused.current === null || focused.current.isConnected) return
    if (document.activeElement === null || document.activeElement === document.body)
      itemsOf(menu.current).at(0)?.focus({ preventScroll: true })
  })

  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  // The browser closes a popover on Escape and on a click outside.
  useEffect(() => {
    const element = menu.current
    const onToggle = (event: Event) => {
      if (Reflect.get(event, "newState") === "closed") latest.current()
    }
    element?.addEventListener("toggle", onToggle)
    return () => element?.removeEventListener("toggle", onToggle)
  }, [])

  const closeHere = () => {
    trigger.current?.focus()
    close()
  }
  const onKeyDown = useMenuKeys(menu, closeHere)

  return (
    <CloseMenu value={closeHere}>
      <div
        ref={menu}
        className="ks ks-menu"
        popover="auto"
        data-align={align}
        data-rail={rail}
        onFocus={({ target }) => void (focused.current = target)}
      >
        {head}
        <div role="menu" id={id} aria-label={label} tabIndex={-1} className="ks-menu-list" onKeyDown={onKeyDown}>
          {children}
        </div>
      </div>
    </CloseMenu>
  )
}

/** Shows the menu at its button, focuses an item, and keeps the menu at the button while sizes change. */
const usePlaceAtButton = (menu: RefObject<HTMLDivElement | null>, { focus, trigger }: MenuAnchor) => {
  const hasFocused = useRef(false)
  useLayoutEffect(() => {
    const element = menu.current
    const button = trigger.current
    if (element === null || button === null) return undefined
    button.style.setProperty("anchor-name", ANCHOR_NAME)
    element.showPopover?.()
    // Once: StrictMode runs effects twice, and the focus may be back on the button by then.
    if (!hasFocused.current)
      itemsOf(element)
        .at(focus === "first" ? 0 : -1)
        ?.focus({ preventScroll: true })
    hasFocused.current = true
    const observer = new ResizeObserver(() => {
      const { aligned, isAtRight, shown } = leftOfMenu(element, button)
      element.style.setProperty(BUTTON_SIZE, `${button.offsetWidth}px`)
      element.style.setProperty(MENU_SHIFT, `${isAtRight ? aligned - shown : shown - aligned}px`)
    })
    for (const observed of [button, element, document.documentElement]) observer.observe(observed)
    return () => {
      observer.disconnect()
      button.style.removeProperty("anchor-name")
    }
  }, [focus, menu, trigger])

  useLayoutEffect(() => {
    let isOpen = true
    let stop = () => {}
    void placeMenuModule?.then((placer) => {
      if (placer !== undefined && isOpen && menu.current !== null && trigger.current !== null)
        stop = placer.keepMenuAtButton(menu.current, trigger.current)
    })
    return () => {
      isOpen = false
      stop()
    }
  }, [menu, trigger])
}
