/** The end of a test sign-in, with the styles of the console. */
import "../styles/console.css"

export { default } from "../sign-in-test/return-page.tsx"
