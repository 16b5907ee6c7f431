/** Decodes the public URL of the service: the origin under which browsers and applications reach it. */
import { Schema } from "effect"
import { isLoopbackHost } from "../http/allowed-hosts.ts"
import { textField, Unusable } from "./configuration-field.ts"

/** `https`, or `http` on this machine. Returns the origin, without a slash at its end. */
export const PublicUrl = textField(Schema.String, (text) => {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:") || !/^https?:\/\//i.test(text)) {
    return new Unusable("has to be a URL such as https://auth.example.com.")
  }
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname)) {
    return new Unusable("has to start with https://. Only localhost and loopback addresses may use http.")
  }
  if (url.username !== "" || url.password !== "") return new Unusable("may not contain a user name or a password.")
  if (url.pathname !== "/" || /[?#]/.test(text)) {
    return new Unusable("has to end after the host or port. A path, a query and a fragment are not supported.")
  }
  return url.origin
})
