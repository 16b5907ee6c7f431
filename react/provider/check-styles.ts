/** Warns in development, once per page, if the stylesheet is missing or overridden. */

/** Elements whose styles a CSS reset removes: a property, and its value after a reset. */
const samples = [
  { name: "button", part: "ks-button", property: "background-color", reset: "rgba(0, 0, 0, 0)" },
  { name: "input", part: "ks-input", property: "border-top-width", reset: "0px" },
  { name: "div", part: "ks-card-body", property: "padding-top", reset: "0px" }
] as const

/**
 * Returns what is overridden, as `property of .class`. Measures its own elements, so that classes of the application
 * do not matter.
 */
const resetSamples = (): ReadonlyArray<string> => {
  const scope = document.createElement("div")
  scope.className = "ks"
  scope.hidden = true
  const found = samples.map((sample) => {
    const element = document.createElement(sample.name)
    element.className = sample.part
    element.dataset["variant"] = "primary"
    if (element instanceof HTMLButtonElement) element.type = "button"
    scope.append(element)
    return { ...sample, element }
  })
  document.body.append(scope)
  const reset = found.filter(
    ({ element, property, reset }) => getComputedStyle(element).getPropertyValue(property) === reset
  )
  scope.remove()
  return reset.map(({ part, property }) => `the ${property} of .${part}`)
}

const message = (): string | undefined => {
  const screen = document.querySelector(".ks")
  if (screen === null) return undefined
  const styles = getComputedStyle(screen)
  if (styles.getPropertyValue("--ks-control") === "") {
    return 'the stylesheet is missing. Import it once, where the application starts: import "keystile/react/styles.css"'
  }
  // An application may set the variables and have styles of its own.
  if (styles.getPropertyValue("--ks-stylesheet") === "") return undefined
  const reset = resetSamples()
  if (reset.length === 0) return undefined
  return (
    `other CSS of the page overrides the stylesheet: ${reset.join(", ")}. ` +
    'Import "keystile/react/styles.css" without a layer, and look for !important in the CSS of the page. ' +
    'With "keystile/react/styles.layered.css", write this line before all other CSS: ' +
    "@layer theme, base, keystile, components, utilities;"
  )
}

let isReported = false

export const checkStyles = (): void => {
  const found = isReported ? undefined : message()
  if (found === undefined) return
  isReported = true
  globalThis.console.warn(`Keystile: ${found}`)
}
