/** Texts about the proof that a project asks for at sign-up. */

export const proof = {
  proofWorking: "Checking that you are not a robot"
} as const
