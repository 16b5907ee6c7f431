/** Tells a developer that the stylesheet is missing: nothing else would say why the screens have no look. */

/**
 * Warns when a screen is on the page and none of the stylesheet's variables is. For developers only: an application that
 * gives the screens a look of its own sets `--ks-control`, and hears nothing.
 */
export const checkStyles = () => {
  const screen = document.querySelector(".ks")
  if (screen === null || getComputedStyle(screen).getPropertyValue("--ks-control") !== "") return
  globalThis.console.warn(
    'Keystile: the stylesheet is missing. Import it once, where the application starts: import "keystile/react/styles.css"'
  )
}
