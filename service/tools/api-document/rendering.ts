/** What is loaded with the first request for the API document. */
export { apiDocument } from "./document.ts"
export { apiPage, pageHeaders } from "./page.ts"
