/** A menu in a popover, by the menu pattern of the ARIA Authoring Practices. */
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef
} from "react"
import { Icon } from "./icons.tsx"
import type { MenuAnchor } from "./menu-button.tsx"
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

const CloseContext = createContext<() => void>(() => {})

/** The name by which the style sheet refers to the button of the open menu. The browser keeps one menu open. */
const ANCHOR_NAME = "--ks-menu-button"

/** The property with the width of that button, for the style sheet. */
const BUTTON_SIZE = "--ks-menu-button-size"

/** The property with the distance by which the menu moves to be aligned with that button. */
const MENU_SHIFT = "--ks-menu-shift"

/** Places menus where the style sheet cannot. If it does not load, they are in the middle of the window. */
const placing =
  globalThis.CSS?.supports?.("position-area", "block-end") === false
    ? import("./place-menu.ts").catch(() => undefined)
    : undefined

const itemsOf = (menu: HTMLElement | null) => Array.from(menu?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])

export const Menu = ({ align = "start", children, head, label, anchor, rail }: MenuProps) => {
  const menu = useRef<HTMLDivElement>(null)
  const hasFocused = useRef(false)
  const typed = useRef({ text: "", at: 0 })
  const { close, focus, id, trigger } = anchor

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
  }, [focus, trigger])

  useLayoutEffect(() => {
    let isOpen = true
    let stop = () => {}
    void placing?.then((placer) => {
      if (placer !== undefined && isOpen && menu.current !== null && trigger.current !== null)
        stop = placer.keepMenuAtButton(menu.current, trigger.current)
    })
    return () => {
      isOpen = false
      stop()
    }
  }, [trigger])

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
    const closed = (event: Event) => {
      if (Reflect.get(event, "newState") === "closed") latest.current()
    }
    element?.addEventListener("toggle", closed)
    return () => element?.removeEventListener("toggle", closed)
  }, [])

  const closeHere = () => {
    trigger.current?.focus()
    close()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const items = itemsOf(menu.current)
    const at = items.findIndex((item) => item === document.activeElement)
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at < 0 ? items.length - 1 : at - 1,
      Home: 0,
      End: items.length - 1
    }
    const isLetter = event.key.length === 1 && event.key !== " "
    const to = moves[event.key] ?? (isLetter ? found(items, at, event.key) : undefined)
    if (event.key === "Escape") {
      event.preventDefault()
      event.stopPropagation()
      closeHere()
    }
    if (event.key === "Tab") closeHere()
    if (to === undefined || to < -1) return
    event.preventDefault()
    items.at(to % items.length)?.focus()
  }

  /** Returns the next item that starts with the typed letters. Letters within half a second form one word. */
  const found = (items: ReadonlyArray<HTMLElement>, at: number, key: string) => {
    const { current } = typed
    current.text = performance.now() - current.at < 500 ? current.text + key : key
    current.at = performance.now()
    const word = current.text.toLocaleLowerCase()
    const from = Math.max(0, current.text.length > 1 ? at : at + 1)
    const order = items.map((_, index) => (from + index) % items.length)
    return order.find((index) => (items[index]?.textContent ?? "").trim().toLocaleLowerCase().startsWith(word))
  }

  return (
    <CloseContext value={closeHere}>
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
    </CloseContext>
  )
}

interface ItemProps {
  /** Path of an icon, or an element. */
  readonly icon?: ReactNode
  readonly tone?: "danger" | undefined
  readonly disabled?: boolean | undefined
  /** Why the item is disabled. Shown below its text. */
  readonly hint?: string | undefined
  /** Makes the item one of a group of which one is checked. */
  readonly checked?: boolean | undefined
  /** Rendered at the end. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

/** A text of at most two lines. */
const MenuText = ({ children }: { readonly children: ReactNode }) => (
  <span className="ks-menu-text" dir="auto" title={typeof children === "string" ? children : undefined}>
    {children}
  </span>
)

const content = ({ children, end, hint, icon }: Pick<ItemProps, "children" | "end" | "hint" | "icon">) => (
  <>
    {/* Without an icon, the place of one: the texts of all items are aligned. */}
    {typeof icon === "string" ? <Icon path={icon} /> : (icon ?? <span className="ks-menu-icon" aria-hidden="true" />)}
    {hint === undefined ? (
      <MenuText>{children}</MenuText>
    ) : (
      <span className="ks-person-text">
        <MenuText>{children}</MenuText>
        <span className="ks-menu-hint">{hint}</span>
      </span>
    )}
    {end}
  </>
)

export const MenuItem = ({
  checked,
  children,
  disabled,
  end,
  hint,
  icon,
  onSelect,
  tone
}: ItemProps & { readonly onSelect: () => void }) => {
  const close = useContext(CloseContext)
  return (
    <button
      type="button"
      className="ks-menu-item"
      role={checked === undefined ? "menuitem" : "menuitemradio"}
      aria-checked={checked}
      aria-disabled={disabled || hint !== undefined || undefined}
      data-tone={tone}
      tabIndex={-1}
      onClick={() => {
        if (disabled || hint !== undefined) return
        close()
        onSelect()
      }}
    >
      {content({ children, end, hint, icon })}
    </button>
  )
}

/** A menu item that links to another page. */
export const MenuLink = ({
  children,
  href,
  icon,
  onClick
}: Pick<ItemProps, "children" | "icon"> & Pick<ComponentProps<"a">, "href" | "onClick">) => {
  const close = useContext(CloseContext)
  return (
    <a
      href={href}
      className="ks-menu-item"
      role="menuitem"
      tabIndex={-1}
      onClick={(event) => {
        onClick?.(event)
        close()
      }}
    >
      {content({ children, icon })}
    </a>
  )
}

export const MenuSeparator = () => <hr className="ks-menu-line" />
