/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_KEYSTILE_URL: string
  /** The publishable client key of the internal project. */
  readonly VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY: string
  /** The project whose users are administered. */
  readonly VITE_PROJECT_ID: string
}
