/** The keyboard of menus, by the menu pattern of the ARIA Authoring Practices. */
import { type KeyboardEvent, type RefObject, useRef } from "react"

/** The longest time between two letters of one word, in milliseconds. */
const TYPING = 500

export const itemsOf = (menu: HTMLElement | null): ReadonlyArray<HTMLElement> =>
  Array.from(menu?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])

/** Returns the handler of a menu's keys: arrows, Home, End and letters move the focus, Escape and Tab close. */
export const useMenuKeys = (menu: RefObject<HTMLElement | null>, close: () => void) => {
  const typed = useRef({ text: "", at: 0 })

  /** Returns the next item that starts with the typed letters. */
  const findTyped = (items: ReadonlyArray<HTMLElement>, at: number, key: string) => {
    const { current } = typed
    current.text = performance.now() - current.at < TYPING ? current.text + key : key
    current.at = performance.now()
    const word = current.text.toLocaleLowerCase()
    const from = Math.max(0, current.text.length > 1 ? at : at + 1)
    const order = items.map((_, index) => (from + index) % items.length)
    return order.find((index) => (items[index]?.textContent ?? "").trim().toLocaleLowerCase().startsWith(word))
  }

  return (event: KeyboardEvent) => {
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
    const to = moves[event.key] ?? (isLetter ? findTyped(items, at, event.key) : undefined)
    if (event.key === "Escape") {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    if (event.key === "Tab") close()
    if (to === undefined || to < -1) return
    event.preventDefault()
    items.at(to % items.length)?.focus()
  }
}
