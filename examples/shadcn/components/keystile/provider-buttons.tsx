"use client"

/** Buttons of the project's OAuth providers, for `SignIn.Root` and `SignUp.Root`. */
import { SignIn } from "keystile/react/parts"

interface LogoPath {
  readonly path: string
  /** Default: the color of the label. */
  readonly fill?: string
}

/** The logo of each provider in a 24 by 24 view box. Add those of your providers. */
const logos: Readonly<Record<string, ReadonlyArray<LogoPath>>> = {
  google: [
    {
      fill: "#4285F4",
      path:
        "M22.56 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.92c-.26 1.37-1.04 2.53-2.21 3.31v2.77h3.57c2.08-1.92" +
        " 3.28-4.74 3.28-8.09z"
    },
    {
      fill: "#34A853",
      path:
        "M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77c-.98.66-2.23 1.06-3.71 1.06-2.86 0-5.29-1.93-6.16-4.53" +
        "H2.18v2.84C3.99 20.53 7.7 23 12 23z"
    },
    {
      fill: "#FBBC05",
      path:
        "M5.84 14.09c-.22-.66-.35-1.36-.35-2.09s.13-1.43.35-2.09V7.07H2.18C1.43 8.55 1 10.22 1 12s.43 3.45" +
        " 1.18 4.93l3.66-2.84z"
    },
    {
      fill: "#EA4335",
      path:
        "M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15C17.45 2.09 14.97 1 12 1 7.7 1 3.99 3.47 2.18 7.07l3.66" +
        " 2.84c.87-2.6 3.3-4.53 6.16-4.53z"
    }
  ],
  github: [
    {
      path:
        "M12 .3c-6.63 0-12 5.37-12 12 0 5.3 3.44 9.8 8.21 11.38.59.12.82-.26.82-.57 0-.29-.01-1.04-.02-2.04" +
        "-3.34.72-4.04-1.61-4.04-1.61C4.42 18.07 3.63 17.7 3.63 17.7c-1.08-.74.09-.73.09-.73 1.2.08 1.83 1.24" +
        " 1.83 1.24 1.07 1.83 2.81 1.3 3.5 1 .11-.78.42-1.31.76-1.61-2.66-.3-5.47-1.33-5.47-5.93 0-1.31.47" +
        "-2.38 1.24-3.22-.14-.3-.54-1.52.1-3.18 0 0 1.01-.32 3.3 1.23.96-.26 1.98-.39 3-.4 1.02.01 2.04.14 3" +
        " .4 2.28-1.55 3.29-1.23 3.29-1.23.64 1.66.24 2.88.12 3.18.76.84 1.23 1.91 1.23 3.22 0 4.61-2.81 5.63" +
        "-5.48 5.92.42.36.81 1.1.81 2.22 0 1.61-.01 2.9-.01 3.29 0 .31.21.69.82.57C20.57 22.09 24 17.59 24" +
        " 12.3c0-6.63-5.37-12-12-12"
    }
  ]
}

export const ProviderButtons = () => (
  <div className="grid gap-2 empty:hidden">
    <SignIn.Providers
      renderError={(message) => (
        <p role="alert" className="text-sm text-destructive">
          {message}
        </p>
      )}
    >
      {({ button, id }) => (
        <button
          {...button}
          type="button"
          className="inline-flex h-10 w-full items-center justify-center gap-2 rounded-md border border-input bg-background px-4 text-sm font-medium text-foreground shadow-xs outline-none transition-colors hover:bg-accent hover:text-accent-foreground focus-visible:ring-3 focus-visible:ring-ring/50 aria-disabled:opacity-60"
        >
          {logos[id] !== undefined && (
            <svg viewBox="0 0 24 24" className="size-4 fill-current" aria-hidden="true">
              {logos[id].map(({ fill, path }) => (
                <path key={path} d={path} fill={fill} />
              ))}
            </svg>
          )}
          {button.children}
        </button>
      )}
    </SignIn.Providers>
  </div>
)
