/** The pages of the settings, in one file: who opens one is likely to open the next. */
export { AuthPage } from "./auth-page.tsx"
export { ProfilePage } from "./profile-page.tsx"
export { SettingsPage } from "./settings-page.tsx"
export { TeamCreationPage } from "./team-creation-page.tsx"
export { TeamPage } from "./team-page.tsx"
