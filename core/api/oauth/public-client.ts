/**
 * The `client_secret` of a client without a publishable key, in projects that do not require one. Since Stack Auth 2.8.
 */
export const PUBLIC_CLIENT_SECRET = "__stack_public_client__"
