declare module "validate-npm-package-name" {
  export default function validate(name: string): {
    readonly errors?: ReadonlyArray<string>
    readonly warnings?: ReadonlyArray<string>
  }
}
