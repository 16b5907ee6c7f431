// @ts-check
// Loads the application of a page, VitePress with Vue, when the reader first uses the page. Reading and following links
// need only its HTML.

/** The event by which the theme reports that the application runs. */
export const runningEvent = "keystile:running"

/**
 * Runs in the page. Clicks on buttons and the keys of search are held back until the application runs, and repeated
 * then.
 *
 * @param {ReadonlyArray<string>} sources the module scripts of the page, in their order
 * @param {string} running the name of the event
 */
const loadOnDemand = (sources, running) => {
  const signs = ["pointermove", "pointerdown", "touchstart", "keydown", "focusin", "wheel"]
  /** @type {Array<() => void>} */
  const heldBack = []
  /** @param {Event} event @param {() => void} repeat */
  const holdBack = (event, repeat) => {
    event.preventDefault()
    event.stopPropagation()
    heldBack.push(repeat)
  }
  /** @param {MouseEvent} event */
  const click = (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null
    if (button !== null) holdBack(event, () => button.click())
  }
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    const { key, target } = event
    if (key === "/" || (key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)))
      holdBack(event, () => target?.dispatchEvent(new KeyboardEvent("keydown", event)))
  }
  const load = async () => {
    for (const sign of signs) removeEventListener(sign, load, true)
    for (const source of sources) await import(source)
  }
  addEventListener("click", click, true)
  addEventListener("keydown", key, true)
  for (const sign of signs) addEventListener(sign, load, { capture: true, passive: true })
  document.addEventListener(
    running,
    () => {
      removeEventListener("click", click, true)
      removeEventListener("keydown", key, true)
      for (const repeat of heldBack) repeat()
    },
    { once: true }
  )
  document.documentElement.classList.add("scripted")
}

/** Replaces the module scripts of a page by one that loads them on demand. @param {string} html */
export const onDemand = (html) => {
  const script = /<script type="module" src="([^"]+)"><\/script>\s*/g
  const sources = [...html.matchAll(script)].map(([, source = ""]) => source)
  if (sources.length === 0) throw new Error("The page loads no application. Has VitePress changed its HTML?")
  return html
    .replaceAll(script, "")
    .replaceAll('<link rel="modulepreload"', '<link rel="prefetch" as="script"')
    .replace(
      "</head>",
      () => `<script>(${loadOnDemand})(${JSON.stringify(sources)}, "${runningEvent}")</script></head>`
    )
}
