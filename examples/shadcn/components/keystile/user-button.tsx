"use client"

/** The signed-in user with links to the account settings and for signing out; for other users a link to sign-in. */
import { Suspense, useId } from "react"
import { useClient, useSignOut, useUserState } from "keystile/react"

const item =
  "flex w-full items-center rounded-sm px-2 py-1.5 text-start text-sm outline-none hover:bg-accent hover:text-accent-foreground focus-visible:bg-accent focus-visible:text-accent-foreground"
const trigger =
  "inline-flex h-10 items-center gap-2 rounded-md px-2 text-sm font-medium outline-none hover:bg-accent focus-visible:ring-3 focus-visible:ring-ring/50"

const graphemes = new Intl.Segmenter()

/** The first character of the first two words. A letter with its accents is one character, and so is an emoji. */
const initials = (name: string) =>
  name
    .split(/[\s@]+/)
    .slice(0, 2)
    .map((word) => Array.from(graphemes.segment(word))[0]?.segment.toUpperCase())
    .join("")

const Links = ({ id }: { readonly id: string }) => {
  const { navigation } = useClient()
  const signOut = useSignOut()
  return (
    <ul
      id={id}
      popover="auto"
      className="min-w-48 rounded-md border border-border bg-popover p-1 text-popover-foreground shadow-md [position-area:block-end_span-inline-start] supports-[position-area:block-end]:m-0 supports-[position-area:block-end]:mt-1"
    >
      <li>
        <a className={item} href={navigation.urls.accountSettings}>
          Account settings
        </a>
      </li>
      <li>
        <button type="button" className={item} aria-busy={signOut.pending} onClick={() => void signOut.run()}>
          Sign out
        </button>
      </li>
    </ul>
  )
}

const Loading = () => <span aria-busy="true" className="inline-block h-10 w-32 animate-pulse rounded-md bg-muted" />

export const UserButton = ({ signInUrl = "/handler/sign-in" }: { readonly signInUrl?: string }) => {
  const id = useId()
  const { data: user, pending } = useUserState()
  if (pending) return <Loading />
  if (user == null) {
    return (
      <a className={trigger} href={signInUrl}>
        Sign in
      </a>
    )
  }
  const name = user.displayName || user.primaryEmail || "Account"
  return (
    <Suspense fallback={<Loading />}>
      <button type="button" className={trigger} popoverTarget={id}>
        <span aria-hidden="true" className="grid size-7 place-items-center rounded-full bg-muted text-xs">
          {initials(name)}
        </span>
        <span className="max-w-40 truncate">{name}</span>
      </button>
      <Links id={id} />
    </Suspense>
  )
}
