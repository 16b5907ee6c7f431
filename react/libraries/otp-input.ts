/** The component of input-otp that code fields use, in a module that the build bundles with the library. */
export { OTPInput } from "input-otp"
