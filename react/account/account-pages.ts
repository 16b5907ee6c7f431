/** Chunk of the account settings: the frame and all pages, which load together. */
export { AccountSettings } from "./account-settings.tsx"
export { SignInMethodsPage } from "./sign-in-methods-page.tsx"
export { ProfilePage } from "./profile-page.tsx"
export { ReceivedInvitationsPage } from "./received-invitations-page.tsx"
export { SettingsPage } from "./settings-page.tsx"
export { TeamCreationPage } from "./team-creation-page.tsx"
export { TeamPage } from "./team-page.tsx"
