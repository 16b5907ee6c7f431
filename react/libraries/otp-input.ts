/** The component of input-otp that the code field uses: a module of its own, which the build bundles with the library. */
export { OTPInput } from "input-otp"
