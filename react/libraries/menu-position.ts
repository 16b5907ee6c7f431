/** The functions of Floating UI that position menus, in a module that the build bundles with the library. */
export { autoUpdate, computePosition, flip, offset, shift } from "@floating-ui/dom"
