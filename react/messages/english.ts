/** Every text of the screens. `{name}` stands for a value. */

export const english = {
  signInTitle: "Sign in to your account",
  signUpTitle: "Create a new account",
  email: "Email",
  password: "Password",
  repeatPassword: "Repeat Password",
  showPassword: "Show password",
  signIn: "Sign In",
  signUp: "Sign Up",
  noAccount: "Don't have an account?",
  toSignUp: "Sign up",
  haveAccount: "Already have an account?",
  toSignIn: "Sign in",
  goHome: "Go home",
  signOut: "Sign out",
  tryAgain: "Try again",
  loading: "Loading",

  emailEmpty: "Please enter your email",
  emailInvalid: "Please enter a valid email",
  passwordEmpty: "Please enter your password",
  passwordTooShort: "Password must be at least {count} characters",
  passwordTooLong: "Password must be at most {count} characters",
  repeatEmpty: "Please repeat your password",
  repeatDiffers: "Passwords do not match",

  signedIn: "You are already signed in",
  signedOut: "You are not currently signed in.",
  signUpDisabled: "Sign up for new users is not enabled at the moment.",
  noMethod: "No authentication method enabled.",

  unknownError: "An unknown error occurred",
  unknownErrorText: "Please try again and if the problem persists, contact support.",
  notLoaded: "This page could not be loaded",
  offline: "You are offline. Check your internet connection and try again.",
  unreachable: "The service cannot be reached. Check your internet connection and try again.",
  connectionBroke: "The connection was lost on the way. Please try again.",
  timedOut: "This took too long. Check your internet connection and try again.",
  tooManyAttempts: "Too many attempts. Wait a little, then try again.",
  tooManyAttemptsUntil: "Too many attempts. You can try again in {count} s.",
  retryingIn: "The service is busy. Trying again in {count} s.",
  unavailable: "The service is not available right now. Please try again later.",
  unavailableUntil: "The service is not available right now. You can try again in {count} s."
}

/** A text for every message. */
export type Messages = Readonly<Record<keyof typeof english, string>>
