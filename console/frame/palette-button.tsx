/** Opens the command palette, also by Ctrl+K or Cmd+K. The palette is loaded on demand. */
import { type ComponentType, Suspense, useLayoutEffect, useState } from "react"
import { Button } from "../components/button.tsx"
import { Dialog } from "../components/dialog.tsx"
import { ErrorBoundary } from "../components/error-boundary.tsx"
import type { PaletteProps } from "../palette/palette-props.ts"

const isMac = /mac|iphone|ipad/i.test(navigator.platform)

interface Props extends Omit<PaletteProps, "onClose"> {
  readonly Palette: ComponentType<PaletteProps>
}

export const PaletteButton = ({ Palette, groups, project }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  // Once the button is seen, its key works.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(isMac ? event.metaKey : event.ctrlKey)) return
      if (event.altKey || event.shiftKey) return
      event.preventDefault()
      // Above another dialog, its changes would be lost.
      if (document.querySelector("dialog:modal") === null) setOpen(true)
      else setOpen(false)
    }
    addEventListener("keydown", onKeyDown)
    return () => removeEventListener("keydown", onKeyDown)
  }, [])
  return (
    <>
      <button
        type="button"
        className="ks-button ks-palette-button"
        data-variant="outline"
        data-size="sm"
        aria-keyshortcuts={isMac ? "Meta+K" : "Control+K"}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Go to
        <kbd className="ks-mono">{isMac ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      {isOpen && (
        <ErrorBoundary
          name="The command palette"
          wrap={(failure) => (
            <Dialog title="Go to" onClose={close}>
              {failure}
              <div className="ks-dialog-actions">
                <Button onClick={close}>Close</Button>
              </div>
            </Dialog>
          )}
        >
          <Suspense>
            <Palette groups={groups} project={project} onClose={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}
