/** A `fetch` whose answers end: for answers that are read whole and are known to be short. */

class BodyTooLong extends Error {
  override readonly name = "BodyTooLong"
}

/** Wraps `fetch` so that reading a body of more than `limit` bytes fails, however long it says that it is. */
export const withLimitedBody = (fetch: typeof globalThis.fetch, limit: number): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    if (response.body === null) return response
    let length = 0
    const limited = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          length += chunk.length
          if (length > limit) controller.error(new BodyTooLong())
          else controller.enqueue(chunk)
        }
      })
    )
    return new Response(limited, { status: response.status, headers: response.headers })
  }
