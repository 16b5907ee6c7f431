/** Cropping an image to a square: where the square lies, and how it becomes a small JPEG. */

export interface Size {
  readonly width: number
  readonly height: number
}

/** The square that is cut out, in pixels of the image: its middle, and how far it is zoomed into the largest one. */
export interface View {
  readonly x: number
  readonly y: number
  /** From 1, the largest square that fits. */
  readonly zoom: number
}

export const ZOOM_MAX = 4

/** The largest square in the middle. */
export const wholeView = ({ height, width }: Size): View => ({ x: width / 2, y: height / 2, zoom: 1 })

/** The side of the square, in pixels of the image. */
export const sideOf = ({ height, width }: Size, { zoom }: Pick<View, "zoom">): number => Math.min(width, height) / zoom

const between = (low: number, value: number, high: number) => Math.min(Math.max(low, value), high)

/** The nearest view whose square lies inside of the image. */
export const inside = (size: Size, view: View): View => {
  const zoom = between(1, view.zoom, ZOOM_MAX)
  const half = sideOf(size, { zoom }) / 2
  return { x: between(half, view.x, size.width - half), y: between(half, view.y, size.height - half), zoom }
}

/** Draws the square of a view onto a whole canvas. */
export const drawView = (canvas: HTMLCanvasElement, image: ImageBitmap, view: View): void => {
  const context = canvas.getContext("2d")
  if (context === null) return
  const side = sideOf(image, view)
  // JPEG knows no transparency: what is see-through becomes white, not black.
  context.fillStyle = "#fff"
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = "high"
  context.drawImage(image, view.x - side / 2, view.y - side / 2, side, side, 0, 0, canvas.width, canvas.height)
}

/** The most that an image may weigh, in bytes: "about 100 KB" (specification, section 5). */
const IMAGE_MAX_BYTES = 100_000

/** From the best to the smallest: CSS pixels of a side, and the JPEG's quality. */
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

/** The square as a JPEG of at most 100 kB in a data URL; `null` if the browser cannot make one. */
export const jpegOf = async (image: ImageBitmap, view: View): Promise<string | null> => {
  const canvas = document.createElement("canvas")
  for (const [side, quality] of attempts) {
    canvas.width = side
    canvas.height = side
    drawView(canvas, image, view)
    // eslint-disable-next-line no-await-in-loop -- one after the other, until one is small enough
    const blob = await toJpeg(canvas, quality)
    // A browser that cannot make a JPEG makes a PNG instead.
    if (blob !== null && blob.type === "image/jpeg" && blob.size <= IMAGE_MAX_BYTES) return toDataUrl(blob)
  }
  return null
}
