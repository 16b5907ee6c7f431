/** The part of zxcvbn that the estimate uses: a module of its own, which the build bundles with the library. */
export { type OptionsType, ZxcvbnFactory } from "@zxcvbn-ts/core"
