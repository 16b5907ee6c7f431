import { storedCode } from "../frame/stored-code.ts"

/** The code of an invitation. */
export const {
  remove: removeInvitation,
  save: saveInvitation,
  useCode: useInvitationCode
} = storedCode("keystile-invitation", "code")
