"use client"
/** A client component. `useUser` returns the same on the server and in the browser, without a request. */
import { useUser } from "keystile/react"

export const Greeting = () => {
  const user = useUser()
  return user === null ? "Hello." : `Hello, ${user.displayName ?? user.primaryEmail}.`
}
