/**
 * Decodes the public URL of the service, under which browsers and applications reach it: an origin, and a path if the
 * service is mounted below one.
 */
import { Schema } from "effect"
import { isLocalhost } from "../../core/http/hosts.ts"
import { textField, InvalidValue } from "./configuration-field.ts"

/** Unreserved characters (RFC 3986, section 2.3), which need no encoding in URLs, cookies and HTML. */
const MOUNT_PATH = /^(?:\/[\w.~-]+)+$/

/** `https`, or `http` on this machine. Returns the URL without a slash at its end. */
export const PublicUrl = textField(Schema.String, (text) => {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:") || !/^https?:\/\//i.test(text)) {
    return new InvalidValue("has to be a URL such as https://auth.example.com.")
  }
  if (url.protocol === "http:" && !isLocalhost(url.hostname)) {
    return new InvalidValue("has to start with https://. Only localhost and loopback addresses may use http.")
  }
  if (url.username !== "" || url.password !== "") return new InvalidValue("may not contain a user name or a password.")
  if (/[?#]/.test(text)) return new InvalidValue("may not contain a query or a fragment.")
  const path = url.pathname.replace(/\/$/, "")
  if (path === "") return url.origin
  if (!MOUNT_PATH.test(path)) {
    return new InvalidValue("may contain only letters, digits and - . _ ~ in each segment of its path.")
  }
  if (`${path}/`.includes("/api/v1/")) {
    return new InvalidValue("may not contain /api/v1, which the service adds: end it before.")
  }
  return `${url.origin}${path}`
})
