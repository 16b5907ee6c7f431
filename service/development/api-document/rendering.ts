/** The modules of the API document, loaded on demand. */
export { apiDocument } from "./document.ts"
export { apiPage, pageHeaders } from "./page.ts"
