/** Sign-in or sign-up, by a prop. */
import type { AuthFrameProps } from "./auth-frame.tsx"
import { SignIn } from "./sign-in.tsx"
import { SignUp, type SignUpProps } from "./sign-up.tsx"

/** Props of `<AuthPage>`. */
export interface AuthPageProps extends AuthFrameProps, Omit<SignUpProps, keyof AuthFrameProps> {
  /** The page. */
  readonly type: "sign-in" | "sign-up"
}

/**
 * The page of sign-in or sign-up. `SignIn` and `SignUp` load less code if the application has both pages.
 *
 * @example <AuthPage type={isNew ? "sign-up" : "sign-in"} fullPage />
 */
export const AuthPage = ({ noPasswordRepeat, strengthThreshold, type, ...props }: AuthPageProps) =>
  type === "sign-in" ? (
    <SignIn {...props} />
  ) : (
    <SignUp {...props} noPasswordRepeat={noPasswordRepeat} strengthThreshold={strengthThreshold} />
  )
