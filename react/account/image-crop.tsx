/** The dialog that crops an image to a square. */
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react"
import { Button } from "../components/button.tsx"
import type { RetryWait } from "../../core/http/retry.ts"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { drawView, clampView, jpegOf, sideOf, type CropView, wholeView, ZOOM_MAX } from "./crop.ts"
import { Dialog } from "./dialog.tsx"
import { type DisplayedCallError, CallErrorNotice } from "./call-error-notice.tsx"
import { FieldError } from "../components/field-error.tsx"

export interface ImageCropProps {
  readonly image: ImageBitmap
  readonly pending: boolean
  readonly error: DisplayedCallError | null
  readonly waiting: RetryWait | null
  readonly onSave: (dataUrl: string) => void
  readonly onClose: () => void
}

/** Pixels of the canvas, which is shown at half that size. */
const CANVAS = 512

/** Distance that an arrow key moves the image, as a fraction of the shown square. */
const STEP = 0.05

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP]
}

export const ImageCrop = ({ error, image, onClose, onSave, pending, waiting }: ImageCropProps) => {
  const texts = useMessages(account)
  const { cancel } = useMessages()
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const grabbed = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const [view, setView] = useState<CropView>(() => wholeView(image))
  const [isEncoding, setEncoding] = useState(false)
  const [failed, setFailed] = useState(false)
  const isCanceled = useRef(false)

  useEffect(() => {
    if (canvas.current !== null) drawView(canvas.current, image, view)
  }, [image, view])

  /** Moves the image by fractions of the shown square. */
  const move = (right: number, down: number) =>
    setView((now) => {
      const side = sideOf(image, now)
      return clampView(image, { ...now, x: now.x - right * side, y: now.y - down * side })
    })
  const zoomTo = (zoom: number) => setView((now) => clampView(image, { ...now, zoom }))

  const drag = (event: PointerEvent<HTMLElement>) => {
    const from = grabbed.current
    if (from === null) return
    const { height, width } = event.currentTarget.getBoundingClientRect()
    grabbed.current = { x: event.clientX, y: event.clientY }
    move((event.clientX - from.x) / width, (event.clientY - from.y) / height)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const offset = arrows[event.key]
    if (offset === undefined) return
    event.preventDefault()
    move(...offset)
  }

  const save = async () => {
    setEncoding(true)
    const made = await jpegOf(image, view)
    if (isCanceled.current) return
    setEncoding(false)
    setFailed(made === null)
    if (made !== null) onSave(made)
  }

  const close = () => {
    isCanceled.current = true
    onClose()
  }

  return (
    <Dialog title={texts.cropTitle} text={texts.cropText} onClose={close}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move it, too */}
      <div
        className="ks-crop"
        role="application"
        aria-label={texts.cropArea}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move it, as dragging does
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          grabbed.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={drag}
        onPointerUp={() => void (grabbed.current = null)}
        onPointerCancel={() => void (grabbed.current = null)}
      >
        <canvas ref={canvas} width={CANVAS} height={CANVAS} aria-hidden="true" />
      </div>
      <div className="ks-field">
        <label className="ks-label" htmlFor={id}>
          {texts.zoom}
        </label>
        <input
          className="ks-range"
          id={id}
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={view.zoom}
          onChange={({ target }) => zoomTo(Number(target.value))}
        />
      </div>
      <FieldError id={`${id}-error`}>{failed ? texts.imageNotMade : undefined}</FieldError>
      <CallErrorNotice error={error} waiting={waiting} />
      <div className="ks-dialog-actions">
        <Button variant="quiet" onClick={close}>
          {cancel}
        </Button>
        <Button busy={isEncoding || pending} onClick={() => void save()}>
          {texts.save}
        </Button>
      </div>
    </Dialog>
  )
}
