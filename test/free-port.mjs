// @ts-check

import { createServer } from "node:net"

/**
 * Returns a loopback port on which nothing listens: the wanted one if it is free.
 *
 * @param {number} [wanted]
 * @returns {Promise<number>}
 */
export const freePort = (wanted = 0) =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", (error) => (wanted === 0 ? reject(error) : resolve(freePort())))
    server.listen(wanted, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : wanted))
    })
  })
