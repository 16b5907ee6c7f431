/** The part of nodemailer that the service uses, in its own module, which the build bundles with the library. */
export { createTransport } from "nodemailer"
