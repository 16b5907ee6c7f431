/**
 * All pages of the account settings, which are loaded together. The handler loads the frame with them, because a file
 * of its own would be one more request before a page is shown. So the frame and this file import each other, the frame
 * this file on demand.
 */
export { AccountSettings } from "./account-settings.tsx"
export { SignInMethodsPage } from "./sign-in-methods-page.tsx"
export { ProfilePage } from "./profile-page.tsx"
export { ReceivedInvitationsPage } from "./received-invitations-page.tsx"
export { SettingsPage } from "./settings-page.tsx"
export { TeamCreationPage } from "./team-creation-page.tsx"
export { TeamPage } from "./team-page.tsx"
