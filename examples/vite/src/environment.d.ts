interface ImportMetaEnv {
  readonly VITE_KEYSTILE_URL: string
  readonly VITE_KEYSTILE_PROJECT_ID: string
  readonly VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY: string
}
