/** Reads an image file. The browser's decoder decides whether it is an image, not the file's name. */

/** Maximum size of a file, in megabytes. Photos of cameras fit. */
export const FILE_MAX_MEGABYTES = 20
const PIXELS_MAX = 60_000_000

export type ImageProblem = "tooLarge" | "tooManyPixels" | "vector" | "unreadable"

/** Raster formats. SVG is excluded: it is a document that can contain scripts. */
export const IMAGE_TYPES = "image/png,image/jpeg,image/webp,image/gif,image/bmp"

/** Returns why a file is rejected before it is read. */
export const fileProblem = ({ name, size, type }: Pick<File, "name" | "size" | "type">): ImageProblem | null => {
  if (type === "image/svg+xml" || /\.svgz?$/i.test(name)) return "vector"
  if (size > FILE_MAX_MEGABYTES * 1_000_000) return "tooLarge"
  return size === 0 ? "unreadable" : null
}

/** Decodes a file to pixels, rotated by its EXIF orientation. The file itself is never shown. */
export const readImage = async (file: File): Promise<ImageBitmap | ImageProblem> => {
  const problem = fileProblem(file)
  if (problem !== null) return problem
  try {
    const image = await createImageBitmap(file, { imageOrientation: "from-image" })
    if (image.width * image.height <= PIXELS_MAX) return image
    image.close()
    return "tooManyPixels"
  } catch {
    return "unreadable"
  }
}
