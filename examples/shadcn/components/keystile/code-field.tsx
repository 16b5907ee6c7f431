"use client"

/** The field of a mailed code or of an authenticator app, with label and error. It submits with the last character. */
import type { ReactNode } from "react"
import { SignIn } from "keystile/react/parts"

export const CodeField = ({ label }: { readonly label?: ReactNode }) => (
  <div className="grid gap-2">
    <SignIn.Label for="code" className="text-sm font-medium">
      {label}
    </SignIn.Label>
    <SignIn.Code className="h-12 w-full rounded-md border border-input bg-background text-center font-mono text-xl tracking-[0.4em] uppercase shadow-xs outline-none focus-visible:border-ring focus-visible:ring-3 focus-visible:ring-ring/50 aria-invalid:border-destructive read-only:opacity-60" />
    <SignIn.Error for="code" className="text-sm text-destructive" />
  </div>
)
