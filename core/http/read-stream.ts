/** Reading byte streams of bounded length. */

const grow = (bytes: Uint8Array<ArrayBuffer>, capacity: number) => {
  const larger = new Uint8Array(capacity)
  larger.set(bytes)
  return larger
}

/**
 * Reads a stream to its end. Cancels it and resolves with `null` as soon as it has more than `limit` bytes.
 *
 * Collects into one buffer, so that memory does not depend on the size of the chunks.
 */
export const readStream = async (
  stream: ReadableStream<Uint8Array>,
  limit: number
): Promise<Uint8Array<ArrayBuffer> | null> => {
  const reader = stream.getReader()
  let bytes = new Uint8Array(1024)
  let length = 0
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- chunks are read one after the other
    const { done, value } = await reader.read()
    if (done) return bytes.subarray(0, length)
    const end = length + value.length
    if (end > limit) {
      reader.cancel().catch(() => {})
      return null
    }
    if (end > bytes.length) bytes = grow(bytes, Math.max(end, 2 * bytes.length))
    bytes.set(value, length)
    length = end
  }
}
