/** Crops an image to a square and encodes it as a small JPEG. */

export interface Size {
  readonly width: number
  readonly height: number
}

/** The square to cut out: its centre in pixels of the image, and the zoom. */
export interface CropView {
  readonly x: number
  readonly y: number
  /** 1 is the largest square that fits. */
  readonly zoom: number
}

export const ZOOM_MAX = 4

/** Returns the largest square in the centre of the image. */
export const wholeView = ({ height, width }: Size): CropView => ({ x: width / 2, y: height / 2, zoom: 1 })

/** Returns the side of the square in pixels of the image. */
export const sideOf = ({ height, width }: Size, { zoom }: Pick<CropView, "zoom">): number =>
  Math.min(width, height) / zoom

const clamp = (low: number, value: number, high: number) => Math.min(Math.max(low, value), high)

/** Returns the nearest view whose square is inside the image. */
export const clampView = (size: Size, view: CropView): CropView => {
  const zoom = clamp(1, view.zoom, ZOOM_MAX)
  const half = sideOf(size, { zoom }) / 2
  return { x: clamp(half, view.x, size.width - half), y: clamp(half, view.y, size.height - half), zoom }
}

/** Draws the square of a view onto the whole canvas. */
export const drawView = (canvas: HTMLCanvasElement, image: ImageBitmap, view: CropView): void => {
  const context = canvas.getContext("2d")
  if (context === null) return
  const side = sideOf(image, view)
  // JPEG has no transparency: transparent pixels become white instead of black.
  context.fillStyle = "#fff"
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = "high"
  context.drawImage(image, view.x - side / 2, view.y - side / 2, side, side, 0, 0, canvas.width, canvas.height)
}

/** Maximum size of the JPEG, in bytes. */
const IMAGE_MAX_BYTES = 100_000

/** Side in CSS pixels and JPEG quality of each attempt, the best first. */
const attempts = [
  [512, 0.9],
  [512, 0.8],
  [384, 0.8],
  [256, 0.8],
  [256, 0.6],
  [128, 0.6]
] as const

const toJpeg = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality))

const toDataUrl = (blob: Blob) =>
  new Promise<string | null>((resolve) => {
    const reader = new FileReader()
    reader.addEventListener("loadend", () => resolve(typeof reader.result === "string" ? reader.result : null))
    reader.readAsDataURL(blob)
  })

/** Returns the square as a data URL of a JPEG of at most 100 kB; `null` if the browser cannot encode one. */
export const jpegOf = async (image: ImageBitmap, view: CropView): Promise<string | null> => {
  const canvas = document.createElement("canvas")
  for (const [side, quality] of attempts) {
    canvas.width = side
    canvas.height = side
    drawView(canvas, image, view)
    // eslint-disable-next-line no-await-in-loop -- one after the other, until one is small enough
    const blob = await toJpeg(canvas, quality)
    // A browser that cannot encode JPEG returns a PNG.
    if (blob !== null && blob.type === "image/jpeg" && blob.size <= IMAGE_MAX_BYTES) return toDataUrl(blob)
  }
  return null
}
