import { storedCode } from "../frame/stored-code.ts"

/** The login code of a sign-in on a command line. */
export const {
  remove: removeLoginCode,
  save: saveLoginCode,
  useCode: useLoginCode
} = storedCode("keystile-command-line", "login_code")
