/** A page for signed-in users: the profile, a form to change the name, sign-out. */
import { type ChangeEvent, type FormEvent, useId, useState } from "react"
import { useAction, useClient, useSignOut, useUser } from "keystile/react"

export const Profile = () => {
  const user = useUser({ or: "redirect" })
  const signOut = useSignOut()
  return (
    <section className="page">
      <h1>Your profile</h1>
      <dl className="facts">
        <dt>Email</dt>
        <dd dir="ltr" className="ks-truncate" title={user.primaryEmail ?? ""}>
          {user.primaryEmail}
        </dd>
        <dt>Member since</dt>
        <dd>{user.signedUpAt.toLocaleDateString(undefined, { dateStyle: "long" })}</dd>
      </dl>
      <DisplayName key={user.id} initial={user.displayName ?? ""} />
      <hr />
      <button
        type="button"
        className="ks-button"
        data-variant="outline"
        aria-busy={signOut.pending}
        onClick={() => void signOut.run()}
      >
        Sign out
      </button>
    </section>
  )
}

/** `useAction` runs the call, ignores a second click meanwhile, and returns its error. */
const DisplayName = ({ initial }: { readonly initial: string }) => {
  const client = useClient()
  const id = useId()
  const [name, setName] = useState(initial)
  const [saved, setSaved] = useState(false)
  const save = useAction((displayName: string) => client.updateUser({ displayName }))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const exit = await save.run(name)
    setSaved(exit._tag === "Success")
  }

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    setName(event.target.value)
    setSaved(false)
  }

  return (
    <form className="ks-field" onSubmit={submit}>
      <label className="ks-label" htmlFor={id}>
        Display name
      </label>
      <div className="line">
        <input
          className="ks-input"
          id={id}
          autoComplete="name"
          value={name}
          onChange={change}
          aria-invalid={save.error !== null}
          aria-describedby={`${id}-hint`}
        />
        <button type="submit" className="ks-button" data-variant="primary" aria-busy={save.pending}>
          Save
        </button>
      </div>
      <p className="ks-hint" id={`${id}-hint`} role="status">
        {save.error !== null ? "This could not be saved. Please try again." : saved ? "Saved." : "What others see."}
      </p>
    </form>
  )
}
