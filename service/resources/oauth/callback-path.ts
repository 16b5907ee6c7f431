/** The path of the redirect URI that developers register at a provider. */
export const callbackPath = (providerId: string): string => `/api/v1/auth/oauth/callback/${providerId}`
