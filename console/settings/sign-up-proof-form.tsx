/** The proof that sign-up needs, against automated sign-ups. Turnstile's secret key is written and never read. */
import * as Redacted from "effect/Redacted"
import type { AdminProject } from "../../core/schema/admin-project.ts"
import { MAX_PROOF_DIFFICULTY, MIN_PROOF_DIFFICULTY } from "../../core/schema/fields/proof-difficulty.ts"
import type { SignUpProofSetting } from "../../core/schema/sign-up-proof-setting.ts"
import { Field } from "../components/fields.tsx"
import { SelectField } from "../components/select-field.tsx"
import { useDraftForm } from "../components/use-draft-form.tsx"

type Kind = SignUpProofSetting["type"] | "none"

interface Draft {
  readonly type: Kind
  readonly difficulty: string
  readonly siteKey: string
  readonly secretKey: string
}

const kinds: ReadonlyArray<readonly [Kind, string]> = [
  ["none", "No proof"],
  ["proof-of-work", "Proof of work, computed by the browser"],
  ["turnstile", "Cloudflare Turnstile"],
  ["custom", "The check of the program that runs the service"]
]

const draftOf = (saved: SignUpProofSetting | undefined): Draft => ({
  type: saved?.type ?? "none",
  difficulty: saved?.type === "proof-of-work" ? String(saved.difficulty ?? "") : "",
  siteKey: saved?.type === "turnstile" ? saved.siteKey : "",
  secretKey: ""
})

const settingOf = ({ difficulty, secretKey, siteKey, type }: Draft): SignUpProofSetting | null => {
  switch (type) {
    case "none":
      return null
    case "custom":
      return { type }
    case "turnstile":
      return { type, siteKey: siteKey.trim(), secretKey: Redacted.make(secretKey.trim()) }
    case "proof-of-work":
      return { type, ...(difficulty.trim() !== "" && { difficulty: Number(difficulty) }) }
  }
}

/** Returns the problems of the form by their fields. */
const problemsOf = ({ difficulty, secretKey, siteKey, type }: Draft, saved: SignUpProofSetting | undefined) => {
  const isKept = saved?.type === "turnstile" && saved.siteKey === siteKey.trim()
  const number = Number(difficulty)
  const isDifficulty =
    difficulty.trim() === "" ||
    (Number.isInteger(number) && number >= MIN_PROOF_DIFFICULTY && number <= MAX_PROOF_DIFFICULTY)
  return {
    difficulty:
      type === "proof-of-work" && !isDifficulty
        ? `Enter a whole number from ${MIN_PROOF_DIFFICULTY} to ${MAX_PROOF_DIFFICULTY}, or nothing.`
        : null,
    siteKey: type === "turnstile" && siteKey.trim() === "" ? "Enter the site key of the widget." : null,
    secretKey:
      type === "turnstile" && secretKey.trim() === "" && !isKept ? "Enter the secret key of this widget." : null
  }
}

export const SignUpProofForm = ({ settings }: { readonly settings: AdminProject }) => {
  const saved = settings.config.signUpProof
  const {
    footer,
    isChecked,
    onSubmit,
    set,
    value: shown
  } = useDraftForm({
    saved: draftOf(saved),
    subject: "proof at sign-up",
    done: "The proof of sign-up was saved",
    isValid: (draft) => Object.values(problemsOf(draft, saved)).every((problem) => problem === null),
    save: ({ updateProject }, draft) => updateProject({ config: { signUpProof: settingOf(draft) } })
  })
  const problems = isChecked ? problemsOf(shown, saved) : { difficulty: null, siteKey: null, secretKey: null }

  return (
    <form className="ks-form" aria-label="Proof at sign-up" onSubmit={onSubmit}>
      <SelectField label="Proof at sign-up" value={shown.type} options={kinds} onChange={(type) => set({ type })} />
      {shown.type === "proof-of-work" && (
        <Field
          label="Difficulty"
          value={shown.difficulty}
          onChange={(difficulty) => set({ difficulty })}
          problem={problems.difficulty}
          hint="The most hashes that a browser computes for one sign-up. Empty for the default."
        />
      )}
      {shown.type === "turnstile" && (
        <>
          <Field
            label="Site key"
            value={shown.siteKey}
            onChange={(siteKey) => set({ siteKey })}
            problem={problems.siteKey}
          />
          <Field
            label="Secret key"
            type="password"
            value={shown.secretKey}
            onChange={(secretKey) => set({ secretKey })}
            problem={problems.secretKey}
            hint={
              saved?.type === "turnstile"
                ? "Stored, and not shown again. Leave it empty to keep it."
                : "Stored encrypted, and not shown again."
            }
          />
        </>
      )}
      {footer}
    </form>
  )
}
