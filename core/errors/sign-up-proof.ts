/** Known errors about the proof that a project requires at sign-up. */
import { knownError } from "./known-error.ts"

/** The project requires a proof, and the request has none. */
export class SignUpProofRequired extends knownError("SignUpProofRequired", {
  status: 400,
  message:
    "Sign-up needs a check that you are not a robot, and this page did not make it. Reload the page and try again."
}) {}

/** The proof is wrong, has expired, or was used before. */
export class SignUpProofInvalid extends knownError("SignUpProofInvalid", {
  status: 400,
  message: "The check that you are not a robot failed or has expired. Please try again."
}) {}
