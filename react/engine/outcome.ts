/** The result of an effect, for code without Effect. */
export type TaskOutcome<A, E> =
  | { readonly status: "success"; readonly value: A }
  | { readonly status: "failure"; readonly error: E }
  | { readonly status: "interrupted" }
  /** An error that the effect's type does not name. Throw it to the error boundary. */
  | { readonly status: "defect"; readonly defect: unknown }
