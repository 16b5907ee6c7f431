/** Texts of the connected accounts in the account settings. `{name}` is a provider with the address of the account. */

export const connectedAccountTexts = {
  connectedAccounts: "Connected accounts",
  connectedAccountsText: "Your accounts at other services. You can sign in with one at each service.",
  connectedNone: "You have not connected an account yet.",
  connectAccount: "Connect an account",
  connectedActions: "Actions for {name}",
  disconnect: "Disconnect",
  disconnectTitle: "Disconnect {name}?",
  disconnectText: "You can no longer sign in with it, and this application can no longer access it.",
  disconnected: "{name} was disconnected.",
  connectedSignInOn: "You can now sign in with {name}.",
  connectedSignInOff: "You can no longer sign in with {name}.",
  connectedSignInTaken:
    "You already sign in with another account of this provider. Stop using that one for sign-in first."
} as const
