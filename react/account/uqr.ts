/** The encoder of QR codes: a module of its own, which the build bundles with the library. */
export { encode } from "uqr"
