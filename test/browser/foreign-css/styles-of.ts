/** Reads the computed styles and boxes of the screens' elements, and compares them between two pages. */

/** Styles and box of one element or pseudo-element. */
export interface Look {
  readonly element: string
  /** The values of the properties, in their order. */
  readonly values: ReadonlyArray<string>
  /** Left, top, width and height, relative to the outermost element of the screen or to the menu. */
  readonly box: ReadonlyArray<number>
}

export interface Looks {
  readonly properties: ReadonlyArray<string>
  readonly elements: ReadonlyArray<Look>
}

/**
 * Reads every element of the screens. Runs in the page, so it must not use module scope.
 *
 * Transitions and animations are turned off, so that values are final. The page's text color is the same
 * in each environment, since the user button and the team switcher inherit it.
 */
export const readLooks = (): Looks => {
  const still = new CSSStyleSheet()
  still.replaceSync(
    "*, *::before, *::after { transition: none !important; animation: none !important } body { color: CanvasText " +
      "!important }"
  )
  document.adoptedStyleSheets = [still]
  // Logical properties repeat the physical ones, and sizes are compared as boxes.
  const skipped = /^--|block|inline|^(?:animation|transition|width|height|perspective-origin|transform-origin)/
  const properties = Array.from(getComputedStyle(document.body)).filter(
    (property) => !skipped.test(property) && !/^(?:top|left|right|bottom)/.test(property)
  )
  const nameOf = (element: Element) => {
    const type = element.getAttribute("type")
    const classes = Array.from(element.classList, (entry) => `.${entry}`).join("")
    return `${element.localName}${type === null ? "" : `[type=${type}]`}${classes}`
  }
  const valuesOf = (element: Element, pseudo?: string) => {
    const styles = getComputedStyle(element, pseudo)
    const value = (property: string) => styles.getPropertyValue(property)
    // A border without a width and an outline without a style are not painted.
    const isPainted = (property: string) => {
      const side = /^(border-(?:top|right|bottom|left))-(?:style|color)$/.exec(property)?.[1]
      if (side !== undefined) return value(`${side}-width`) !== "0px"
      return property !== "outline-color" || value("outline-style") !== "none"
    }
    // A minifier writes `background: none` as `0 0`.
    return properties.map((property) => (isPainted(property) ? value(property).replaceAll("0px 0px", "0% 0%") : ""))
  }
  const outermost = (element: Element): Element => {
    const outer = element.parentElement?.closest(".ks")
    return outer ? outermost(outer) : element
  }
  const elements = Array.from(document.querySelectorAll(".ks, .ks *"), (element) => {
    // A menu's position depends on where its button was when it opened.
    const start = (element.closest("[popover]") ?? outermost(element)).getBoundingClientRect()
    const { height, left, top, width } = element.getBoundingClientRect()
    const name = `${element.parentElement === null ? "" : nameOf(element.parentElement)} > ${nameOf(element)}`
    // SVG content is styled by its attributes.
    if (element.parentElement?.closest("svg") || !element.checkVisibility()) return []
    const hasBox = getComputedStyle(element).display !== "contents"
    const box = hasBox ? [left - start.left, top - start.top, width, height] : []
    const own = { element: name, values: valuesOf(element), box }
    const pseudo = ["::before", "::after"].filter((part) => getComputedStyle(element, part).content !== "none")
    if (element.localName === "input") pseudo.push("::placeholder")
    return [own, ...pseudo.map((part) => ({ element: name + part, values: valuesOf(element, part), box: [] }))]
  })
  return { properties, elements: elements.flat() }
}

/**
 * Returns the differences from the plain page, one line each: element, property, both values. Runs in the page, too.
 */
export const differences = (plain: Looks, other: Looks): ReadonlyArray<string> => {
  const { properties } = plain
  /** In CSS pixels. */
  const tolerance = 1
  if (plain.elements.length !== other.elements.length) {
    const names = new Set(other.elements.map(({ element }) => element))
    const missing = plain.elements.filter(({ element }) => !names.has(element)).map(({ element }) => element)
    return [
      `${plain.elements.length} elements and pseudo-elements, ${other.elements.length} in the other page. ` +
        `${missing.join(", ")}`
    ]
  }
  const rounded = (box: ReadonlyArray<number>) => box.map((value) => Math.round(value * 10) / 10).join(" ")
  return plain.elements.flatMap(({ box, element, values }, at) => {
    const found = other.elements[at]
    if (found === undefined) return []
    const isMoved = box.some((value, side) => Math.abs(value - (found.box[side] ?? 0)) > tolerance)
    return [
      ...(isMoved ? [`${element}: box ${rounded(box)} -> ${rounded(found.box)}`] : []),
      ...values.flatMap((value, index) =>
        value === found.values[index] ? [] : [`${element}: ${properties[index]} ${value} -> ${found.values[index]}`]
      )
    ]
  })
}
