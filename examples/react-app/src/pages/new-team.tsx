/** Creates a team. Its creator has all permissions in it. */
import * as Exit from "effect/Exit"
import { type FormEvent, useState } from "react"
import { Button, Field, useAction, useClient, useUser } from "keystile/react"
import { Page } from "../components/page.tsx"
import { Problem } from "../components/problem.tsx"
import { Link, navigate } from "../router.tsx"

export const NewTeam = () => {
  useUser({ or: "redirect" })
  const { teams } = useClient()
  const [name, setName] = useState("")
  const [missing, setMissing] = useState(false)
  const create = useAction((displayName: string) => teams.create({ displayName }))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const displayName = name.trim()
    setMissing(displayName === "")
    if (displayName === "") return
    const exit = await create.run(displayName)
    if (Exit.isSuccess(exit)) navigate(`/teams/${exit.value.id}`, { replace: true })
  }

  return (
    <Page title="New team" text="A choir, a crew, the people on your stairs. You can invite them in the next step.">
      <form className="panel form" onSubmit={submit} noValidate>
        <Field
          label="What is it called?"
          value={name}
          maxLength={80}
          autoCapitalize="words"
          onChange={({ target }) => setName(target.value)}
          error={missing && name.trim() === "" ? "A team needs a name." : undefined}
        />
        <Problem error={create.error} />
        <p className="links">
          <Button type="submit" busy={create.pending}>
            Create team
          </Button>
          <Link href="/teams" className="ks-button" data-variant="quiet">
            Cancel
          </Link>
        </p>
      </form>
    </Page>
  )
}
