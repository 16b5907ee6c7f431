/** Declares what the adapter uses of Next 16, which the application installs. */

declare module "next/headers" {
  export const headers: () => Promise<Headers>
  export const cookies: () => Promise<{
    readonly get: (name: string) => { readonly value: string } | undefined
    readonly set: (name: string, value: string, attributes: object) => unknown
  }>
}

declare module "next/navigation" {
  /** Throws an error that Next handles. */
  export const redirect: (url: string) => never
}

declare module "next/server" {
  /** Resolves when a request is handled: what follows is not prerendered. */
  export const connection: () => Promise<void>
  export const NextResponse: {
    readonly next: (init: { readonly request: { readonly headers: Headers } }) => Response
  }
}
