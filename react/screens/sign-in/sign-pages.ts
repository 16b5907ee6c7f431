/** Sign-in and sign-up, which lead to each other: one file for both. */
export { SignIn } from "./sign-in.tsx"
export { SignUp } from "./sign-up.tsx"
