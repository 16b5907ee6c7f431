/** State machines of the flows: the transitions of every state and event. */
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { InvalidTotpCode } from "../../../core/errors/multi-factor.ts"
import { PasskeyAuthenticationFailed } from "../../../core/errors/passkey.ts"
import { OAuthProviderNotFoundOrNotEnabled } from "../../../core/errors/oauth.ts"
import { SignUpNotEnabled } from "../../../core/errors/user.ts"
import { VerificationCodeNotFound } from "../../../core/errors/verification-code.ts"
import { LoadFailure } from "../../../core/loading/load-failure.ts"
import { magicLink, type MagicLinkEvent, type MagicLinkState } from "../../../react/flows/magic-link.ts"
import { type Machine, next } from "../../../react/flows/machine.ts"
import { oauth, type OAuthEvent, type OAuthState } from "../../../react/flows/oauth.ts"
import { passkey, type PasskeyEvent, type PasskeyState } from "../../../react/flows/passkey.ts"
import { secondFactor, type SecondFactorEvent, type SecondFactorState } from "../../../react/flows/second-factor.ts"

/** Applies every event to every state, and returns the transitions as `state event → state`. */
const moves = <S extends { readonly step: string }, E extends { readonly type: string }>(
  machine: Machine<S, E>,
  states: ReadonlyArray<S>,
  events: ReadonlyArray<E>
) =>
  states.flatMap((state) =>
    events.flatMap((event) => {
      const to = next(machine, state, event)
      return to === state ? [] : [`${state.step} ${event.type} → ${to.step}`]
    })
  )

const email = "noor@fernhill.example"
const nonce = Redacted.make("nonce")
const sentAt = 0
const wrong = new VerificationCodeNotFound({})

describe("A magic link", () => {
  const states: ReadonlyArray<MagicLinkState> = [
    { step: "email", email, error: null },
    { step: "sending", email },
    { step: "code", email, nonce, sentAt, error: null },
    { step: "resending", email, nonce, sentAt },
    { step: "checking", email, nonce, sentAt, code: "K7Q2XZ" },
    { step: "done", email }
  ]
  const events: ReadonlyArray<MagicLinkEvent> = [
    { type: "submit", email },
    { type: "sent", nonce, sentAt },
    { type: "notSent", error: new SignUpNotEnabled({}) },
    { type: "resend" },
    { type: "enter", code: "K7Q2XZ" },
    { type: "refused", error: wrong },
    { type: "edit" },
    { type: "cancel" },
    { type: "leave" },
    { type: "done" }
  ]

  it("leads from the address to the code, and back on Cancel, and ignores results that are not expected", () => {
    expect(moves(magicLink, states, events)).toEqual([
      "email submit → sending",
      "sending sent → code",
      "sending notSent → email",
      "sending cancel → email",
      "sending leave → email",
      "code resend → resending",
      "code enter → checking",
      "code cancel → email",
      "resending sent → code",
      "resending notSent → code",
      "resending enter → checking",
      "resending cancel → email",
      "checking refused → code",
      "checking cancel → email",
      "checking done → done",
      "done submit → sending",
      "done cancel → email"
    ])
  })

  it("keeps the address, drops the nonce on Cancel, and hides an error while the user types", () => {
    const refused = next(
      magicLink,
      { step: "checking", email, nonce, sentAt, code: "K7Q2XZ" },
      { type: "refused", error: wrong }
    )
    expect(refused).toEqual({ step: "code", email, nonce, sentAt, error: wrong })
    expect(next(magicLink, refused, { type: "edit" })).toEqual({ step: "code", email, nonce, sentAt, error: null })
    expect(next(magicLink, refused, { type: "cancel" })).toEqual({ step: "email", email, error: null })
    const notSent: MagicLinkState = { step: "email", email, error: new SignUpNotEnabled({}) }
    expect(next(magicLink, notSent, { type: "edit" })).toEqual({ step: "email", email, error: null })
  })

  it("never reveals its nonce", () => {
    expect(
      JSON.stringify({ step: "code", email, nonce: Redacted.make("the-nonce"), sentAt, error: null })
    ).not.toContain("the-nonce")
  })
})

it("A second factor is checked until it is valid or expired", () => {
  const states: ReadonlyArray<SecondFactorState> = [
    { step: "code", error: null },
    { step: "code", error: new InvalidTotpCode({}) },
    { step: "checking", code: { totp: "123456" } },
    { step: "over" },
    { step: "done" }
  ]
  const events: ReadonlyArray<SecondFactorEvent> = [
    { type: "enter", code: { totp: "123456" } },
    { type: "refused", error: new InvalidTotpCode({}) },
    { type: "expired" },
    { type: "edit" },
    { type: "done" }
  ]
  expect(moves(secondFactor, states, events)).toEqual([
    "code enter → checking",
    "code enter → checking",
    "code edit → code",
    "checking refused → code",
    "checking expired → over",
    "checking done → done"
  ])
})

it("A provider is opened once, and the page is ready again when it is shown again", () => {
  const states: ReadonlyArray<OAuthState> = [
    { step: "ready", error: null },
    { step: "leaving", provider: "github" }
  ]
  const events: ReadonlyArray<OAuthEvent> = [
    { type: "choose", provider: "google" },
    { type: "refused", error: new OAuthProviderNotFoundOrNotEnabled({}) },
    { type: "returned" }
  ]
  expect(moves(oauth, states, events)).toEqual([
    "ready choose → leaving",
    "leaving refused → ready",
    "leaving returned → ready"
  ])
})

it("A passkey is offered while the page is visible, and can be requested at any time", () => {
  const error = new PasskeyAuthenticationFailed({})
  const states: ReadonlyArray<PasskeyState> = [
    { step: "resting", error: null },
    { step: "offering", error: null },
    { step: "asking" },
    { step: "off", error: null }
  ]
  const events: ReadonlyArray<PasskeyEvent> = [
    { type: "seen" },
    { type: "unseen" },
    { type: "ask" },
    { type: "refused", error },
    { type: "notLoaded", error: new LoadFailure("engine", new TypeError("Failed to fetch")) },
    { type: "unavailable" },
    { type: "done" }
  ]
  expect(moves(passkey, states, events)).toEqual([
    "resting seen → offering",
    "resting ask → asking",
    "offering unseen → resting",
    "offering ask → asking",
    "offering refused → offering",
    "offering notLoaded → off",
    "offering unavailable → off",
    "offering done → off",
    "asking refused → offering",
    "asking notLoaded → off",
    "asking done → off",
    "off seen → offering",
    "off ask → asking"
  ])
})
