/** Texts of the API keys in the account settings. */

export const apiKeyTexts = {
  apiKeys: "API keys",
  apiKeysText: "Your programs use these keys to act for you. Keep them as secret as a password.",
  apiKeysOfTeamText: "Programs use these keys to act for the team. Keep them as secret as a password.",
  apiKeyCreate: "Create API key",
  apiKeyCreateTitle: "Create an API key?",
  apiKeyExpiration: "Expiration",
  apiKeyUnlimited: "No expiration",
  apiKeyCreated: "The API key was created.",
  apiKeySave: "Copy this key now. It will not be shown again.",
  apiKeySaved: "I have saved it",
  apiKeyCreatedOn: "Created {date}",
  apiKeyExpiresOn: "Expires {date}",
  apiKeyExpiredOn: "Expired {date}",
  apiKeyRevokedOn: "Revoked {date}",
  apiKeysInvalid: "Revoked and expired keys",
  apiKeyRevoke: "Revoke",
  apiKeyRevokeOf: "Revoke {name}",
  apiKeyRevokeTitle: "Revoke {name}?",
  apiKeyRevokeText: "Programs that use this key will no longer have access. This cannot be undone.",
  apiKeyRevoked: "{name} was revoked."
} as const
