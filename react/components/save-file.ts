/** Saves a file by the browser's download. */
export const saveFile = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content)
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  // The download has begun with the click, and keeps its content.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
