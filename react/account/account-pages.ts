/**
 * The settings: their frame, for where that is not there already, and their pages, in one file, since who opens one is
 * likely to open the next.
 */
export { AccountSettings } from "./account-settings.tsx"
export { SignInMethodsPage } from "./sign-in-methods-page.tsx"
export { ProfilePage } from "./profile-page.tsx"
export { SettingsPage } from "./settings-page.tsx"
export { TeamCreationPage } from "./team-creation-page.tsx"
export { TeamPage } from "./team-page.tsx"
