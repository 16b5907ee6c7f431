/**
 * The page in which a console shows a mail that it has as a text. The console frames it, and sends the mail to it.
 *
 * A mail needs inline styles, which the policy of the console forbids also in a frame with `srcdoc` or a blob: both
 * inherit the policy. This page has a policy of its own, and an opaque origin. Its only script is that of this module,
 * so none of a mail runs.
 */
import { createHash } from "node:crypto"

const script = `
addEventListener("message", ({ data, source }) => {
  if (source !== parent || typeof data !== "string") return
  const mail = new DOMParser().parseFromString(data, "text/html")
  const base = mail.createElement("base")
  base.target = "_blank"
  mail.head.prepend(base)
  document.replaceChild(document.adoptNode(mail.documentElement), document.documentElement)
})
`

const hash = createHash("sha256").update(script).digest("base64")

export const mailFrame = {
  status: 200,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [
      "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
      "default-src 'none'",
      `script-src 'sha256-${hash}'`,
      "style-src 'unsafe-inline'",
      "img-src https: data:",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self'"
    ].join("; "),
    "referrer-policy": "no-referrer"
  },
  body: `<!doctype html><html lang="en"><title>A mail</title><script>${script}</script></html>`
}
