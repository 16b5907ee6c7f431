/** `<AuthPage />`: sign-in or sign-up, by a property. */
import type { AuthFrameProps } from "./auth-frame.tsx"
import { SignIn } from "./sign-in.tsx"
import { SignUp, type SignUpProps } from "./sign-up.tsx"

export interface AuthPageProps extends AuthFrameProps, Omit<SignUpProps, keyof AuthFrameProps> {
  readonly type: "sign-in" | "sign-up"
}

/**
 * The page where users sign in or sign up. An application that has both loads less of each with `SignIn` and `SignUp`.
 *
 * @example <AuthPage type={isNew ? "sign-up" : "sign-in"} fullPage />
 */
export const AuthPage = ({ noPasswordRepeat, strengthThreshold, type, ...props }: AuthPageProps) =>
  type === "sign-in" ? (
    <SignIn {...props} />
  ) : (
    <SignUp {...props} noPasswordRepeat={noPasswordRepeat} strengthThreshold={strengthThreshold} />
  )
