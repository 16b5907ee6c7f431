/** A DNS server for tests (RFC 1035). */
import { Effect } from "effect"
import { createSocket } from "node:dgram"
import { isIPv6, type AddressInfo } from "node:net"

/** The response for a name: addresses, a response code, or none at all. */
export type DnsAnswer = ReadonlyArray<string> | "nxdomain" | "servfail" | "silence"

const responseCodes = { servfail: 2, nxdomain: 3 }
const TYPE_AAAA = 28

const bytesOf = (address: string): Buffer => {
  if (!isIPv6(address)) return Buffer.from(address.split(".").map(Number))
  const [head = "", tail = ""] = address.split("::")
  const words = (part: string) => part.split(":").filter((word) => word !== "")
  const zeros = 8 - words(head).length - words(tail).length
  const all = [...words(head), ...Array.from({ length: zeros }, () => "0"), ...words(tail)]
  return Buffer.from(all.flatMap((word) => [parseInt(word, 16) >> 8, parseInt(word, 16) & 255]))
}

/** Runs a DNS server on this machine that answers queries for addresses. Returns its `host:port`. */
export const dnsServer = (answerTo: (name: string) => DnsAnswer) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const socket = createSocket("udp4")
      const asked: Array<string> = []
      socket.on("message", (query, { address, port }) => {
        const labels: Array<string> = []
        let at = 12
        for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
          labels.push(query.toString("latin1", at + 1, at + 1 + length))
          at += length + 1
        }
        const isAAAA = query.readUInt16BE(at + 1) === TYPE_AAAA
        const question = query.subarray(12, at + 5)
        const name = labels.join(".").toLowerCase()
        asked.push(name)
        const response = answerTo(name)
        if (response === "silence") return
        const found = typeof response === "string" ? [] : response.filter((one) => isIPv6(one) === isAAAA).map(bytesOf)
        const header = Buffer.alloc(12)
        query.copy(header, 0, 0, 2)
        header.writeUInt16BE(0x8180 | (typeof response === "string" ? responseCodes[response] : 0), 2)
        header.writeUInt16BE(1, 4)
        header.writeUInt16BE(found.length, 6)
        const records = found.map((data) => {
          const record = Buffer.alloc(12)
          // A pointer to the name of the question.
          record.writeUInt16BE(0xc00c, 0)
          record.writeUInt16BE(isAAAA ? TYPE_AAAA : 1, 2)
          record.writeUInt16BE(1, 4)
          record.writeUInt16BE(data.length, 10)
          return Buffer.concat([record, data])
        })
        socket.send(Buffer.concat([header, question, ...records]), port, address)
      })
      await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve))
      const { port }: AddressInfo = socket.address()
      return { socket, asked, server: `127.0.0.1:${port}` }
    }),
    ({ socket }) => Effect.sync(() => socket.close())
  )
