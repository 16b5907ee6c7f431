/** Reading a file that somebody chose as an image. Whatever its name says, only what decodes is one. */

/** The largest file that is read, in megabytes: what cameras make fits. */
export const FILE_MAX_MEGABYTES = 20
const PIXELS_MAX = 60_000_000

export type ImageProblem = "tooLarge" | "tooManyPixels" | "vector" | "unreadable"

/** Kinds that the browser decodes to pixels. SVG is none of them: it is a document, which can hold scripts. */
export const IMAGE_TYPES = "image/png,image/jpeg,image/webp,image/gif,image/bmp"

/** What is wrong with a file before it is read. */
export const fileProblem = ({ name, size, type }: Pick<File, "name" | "size" | "type">): ImageProblem | null => {
  if (type === "image/svg+xml" || /\.svgz?$/i.test(name)) return "vector"
  if (size > FILE_MAX_MEGABYTES * 1_000_000) return "tooLarge"
  return size === 0 ? "unreadable" : null
}

/** The image's pixels, the right way up; nothing of the file itself is ever shown. */
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
