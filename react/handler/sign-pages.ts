/** Sign-in and sign-up, which lead to each other: one file for both. */
export { SignIn } from "../screens/sign-in.tsx"
export { SignUp } from "../screens/sign-up.tsx"
