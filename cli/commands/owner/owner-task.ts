/** The tasks of `keystile owner`: one for each command, with its arguments and flags. */

export type OwnerTask =
  | {
      readonly type: "create"
      readonly email: string
      /** `undefined`: all present projects. */
      readonly projectIds: ReadonlyArray<string> | undefined
    }
  | { readonly type: "list" }
  | { readonly type: "link" | "signOut" | "resetSecondFactor" | "remove"; readonly owner: string }
  | { readonly type: "addProject" | "removeProject"; readonly owner: string; readonly projectId: string }
