/** Texts for sending a mail again. */

export const sending = {
  sendAgain: "Send again",
  sendAgainIn: "Send again in {time}",
  sentAgain: "We sent another email.",
  anotherAddress: "Use another address"
} as const
