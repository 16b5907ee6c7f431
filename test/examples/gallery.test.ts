/**
 * Tests that the gallery shows each step of each flow, each page of the handler, each card, and each component with
 * states.
 */
import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { states } from "../../examples/gallery/src/states/index.ts"
import { idOf } from "../../examples/gallery/src/states/state.ts"
import type { Machine } from "../../react/flows/machine.ts"
import { pageTable } from "../../react/handler/page-table.ts"
import * as Exported from "../../react/index.ts"
import { SignIn } from "../../react/parts/index.ts"
import type { MagicLinkState } from "../../react/flows/magic-link.ts"
import type { OAuthState } from "../../react/flows/oauth.ts"
import type { PasskeyState } from "../../react/flows/passkey.ts"
import type { SecondFactorState } from "../../react/flows/second-factor.ts"

/** The steps of a flow, and those that also exist with an error. Derived from the type of the states. */
type StepsOf<S extends { readonly step: string }> = S extends {
  readonly step: infer Step extends string
  readonly error: unknown
}
  ? Step | `${Step} with an error`
  : S["step"]

const withErrors = {
  magicLink: ["email with an error", "code with an error"] satisfies ReadonlyArray<StepsOf<MagicLinkState>>,
  oauth: ["ready with an error"] satisfies ReadonlyArray<StepsOf<OAuthState>>,
  passkey: ["resting with an error", "offering with an error", "off with an error"] satisfies ReadonlyArray<
    StepsOf<PasskeyState>
  >,
  secondFactor: ["code with an error"] satisfies ReadonlyArray<StepsOf<SecondFactorState>>
}

/** A step that is missing in the list above is a type error here. */
type Missing<S extends { readonly step: string }, Listed> = Exclude<
  Extract<StepsOf<S>, `${string} with an error`>,
  Listed
>
type AllMissing =
  | Missing<MagicLinkState, (typeof withErrors.magicLink)[number]>
  | Missing<OAuthState, (typeof withErrors.oauth)[number]>
  | Missing<PasskeyState, (typeof withErrors.passkey)[number]>
  | Missing<SecondFactorState, (typeof withErrors.secondFactor)[number]>
const isWhole: [AllMissing] extends [never] ? true : never = true

const isMachine = (value: unknown): value is Machine<{ readonly step: string }, { readonly type: string }> =>
  typeof value === "object" && value !== null && "initial" in value && "transitions" in value

/** Loads every state machine of `react/flows`, by name. */
const machines = async () => {
  const folder = new URL("../../react/flows/", import.meta.url)
  const found: Array<readonly [string, ReadonlyArray<string>]> = []
  for (const file of readdirSync(folder)) {
    const module: Record<string, unknown> = await import(new URL(file, folder).href)
    for (const [name, value] of Object.entries(module)) {
      if (isMachine(value)) found.push([name, Object.keys(value.transitions)])
    }
  }
  return found
}

const shown = new Set(states.flatMap(({ steps = [] }) => steps))

describe("the gallery", () => {
  it("shows every step of every flow, with and without an error", async () => {
    const all = await machines()
    expect(all.map(([name]) => name).toSorted()).toEqual(Object.keys(withErrors).toSorted())
    const expected = [
      ...all.flatMap(([name, steps]) => steps.map((step) => `${name}.${step}`)),
      ...Object.entries(withErrors).flatMap(([name, steps]) => steps.map((step) => `${name}.${step}`))
    ]
    expect(expected.filter((step) => !shown.has(step))).toEqual([])
    expect([...shown].filter((step) => !expected.includes(step))).toEqual([])
    expect(isWhole).toBe(true)
  })

  it("shows every page of the handler", () => {
    const named = new Set(states.map(({ of }) => of))
    const names = Object.values(pageTable).map(({ name }) => name)
    expect(names.filter((name) => !named.has(name))).toEqual([])
  })

  it("shows every card and every embeddable component", () => {
    const shown = new Set(states.flatMap(({ of, components = [] }) => [of, ...components]))
    const cards = Object.keys(Exported).filter((name) => /.Card$/.test(name))
    expect(cards.length).toBeGreaterThan(10)
    expect(
      [...cards, "UserButton", "SelectedTeamSwitcher", "UserAvatar", "MagicLinkSignIn", "SecondFactorStep"].filter(
        (name) => !shown.has(name)
      )
    ).toEqual([])
  })

  it("shows every unstyled part with its source", () => {
    const shown = states.filter(({ of, source = "" }) => of === "Parts" && source.includes("<SignIn.Root"))
    const parts = Object.keys(SignIn)
    expect(parts.length).toBeGreaterThan(10)
    expect(
      parts.filter((part) => !shown.some(({ name, source }) => name === part && source?.includes(`.${part}`)))
    ).toEqual([])
  })

  it("shows slots and class names of cards and of the account settings, with their source", () => {
    // Vitest leaves the texts of style sheets out of sources.
    const styles = readFileSync(new URL("../../examples/gallery/src/appearance/styles.css", import.meta.url), "utf8")
    const shown = states.filter(({ appearance }) => appearance !== undefined)
    expect(shown.map(({ of }) => of)).toEqual(["SignIn", "AccountSettings"])
    for (const { appearance, source = "" } of shown) {
      const { classNames = {}, ...slots } = appearance ?? {}
      expect(Object.keys(slots).toSorted()).toEqual(["afterForm", "beforeForm", "footer", "header"])
      for (const [element, name] of Object.entries(classNames)) {
        expect(source, element).toContain(`${element}: "${name}"`)
        expect(styles, element).toContain(`.${name}.${name}`)
      }
    }
  })

  it("has a URL for each state", () => {
    expect(new Set(states.map(idOf)).size).toBe(states.length)
  })
})
