import { PASSWORD_MIN_LENGTH } from "../../core/schema/fields/password-length.ts"
import { useProjectState } from "../hooks/use-project.ts"

/** Returns the project's minimum length of new passwords. Until it is known, the default: the service decides. */
export const usePasswordMinLength = (): number =>
  useProjectState().data?.config.passwordMinLength ?? PASSWORD_MIN_LENGTH
