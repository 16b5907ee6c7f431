/** The web handler of a mounted service, for the adapters. */

/** A service that is mounted in the application: the result of `createService` of `keystile/service/production`. */
export interface MountableService {
  /** Responds to a request. */
  readonly handler: (request: Request, origin?: { readonly address?: string | undefined }) => Promise<Response>
}
