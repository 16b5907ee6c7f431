/** Known errors about owners who sign in as a user. All of them are extensions. */
import { knownError } from "./known-error.ts"

/** The project does not let its owners sign in as a user. */
export class ImpersonationNotEnabled extends knownError("ImpersonationNotEnabled", {
  status: 403,
  message: "Owners may not sign in as a user of this project. An owner can allow it in the project's settings."
}) {}

/** The request has a key, and only the session of an owner may sign in as a user. */
export class ImpersonationRequiresOwner extends knownError("ImpersonationRequiresOwner", {
  status: 403,
  message: "Only an owner can sign in as a user. Send the access token of an owner instead of a key."
}) {}

/** An anonymous user has no account that an owner could sign in to. */
export class CannotImpersonateAnonymousUser extends knownError("CannotImpersonateAnonymousUser", {
  status: 400,
  message: "This user is anonymous. Choose a user who has signed up."
}) {}

/** An owner who is signed in as a user may not change how the user signs in, nor act for the user elsewhere. */
export class NotAllowedWhileImpersonating extends knownError("NotAllowedWhileImpersonating", {
  status: 403,
  message: "This is not allowed while you are signed in as another person."
}) {}
