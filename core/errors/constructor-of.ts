/** Makes instances of any known-error class. */

/**
 * Returns the constructor of a class, which `AnyKnownError` does not declare, because each class has its own details.
 */
export const constructorOf = <Self>(known: { readonly Type: Self }) => known as unknown as new (props: object) => Self
