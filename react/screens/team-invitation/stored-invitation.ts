import { storedCode } from "../frame/stored-code.ts"

/** The code of an invitation, which is removed when the invitation is answered. */
export const {
  remove: removeInvitation,
  save: saveInvitation,
  useCode: useInvitationCode
} = storedCode("keystile-invitation", "code")
