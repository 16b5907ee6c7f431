/** The items of menus. */
import { type ComponentProps, createContext, type ReactNode, useContext } from "react"
import { Icon } from "./icons.tsx"

/** Closes the menu around an item, and focuses its button. */
export const CloseMenu = createContext<() => void>(() => {})

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
  const close = useContext(CloseMenu)
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
  const close = useContext(CloseMenu)
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
