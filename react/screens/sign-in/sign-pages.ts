/** Chunk of sign-in and sign-up, which link to each other. */
export { SignIn } from "./sign-in.tsx"
export { SignUp } from "./sign-up.tsx"
