/** Constructors of the promise apps, for programs that write `new ClientApp(options)`. */

/** Returns a class whose instances the function makes. */
export const constructorOf = <Options, App extends object>(create: (options: Options) => App) =>
  class {
    constructor(options: Options) {
      // oxlint-disable-next-line no-constructor-return -- the function makes the instance.
      return create(options)
    }
  } as new (options: Options) => App
