/** Where providers send the browser back to: what developers register there (wire, section 5). */
export const callbackPath = (providerId: string): string => `/api/v1/auth/oauth/callback/${providerId}`
