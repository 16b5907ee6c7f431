/** The function of nodemailer that the service uses: a module of its own, which the build bundles with the library. */
export { createTransport } from "nodemailer"
