// A Babel plugin: `import * as Schema` becomes imports of the names that are used, so that bundlers drop unused ones.
//
// `Schema.Struct({ id: Schema.String })` at the top of a module counts as a side effect even if its result is unused:
// inside of an object, Rolldown takes `Schema.String` for the reading of a property, which could run a getter. With names
//
//   import * as Schema from "effect/Schema"    becomes  import { Struct as _Schema_Struct, … } from "effect/Schema"
//   Schema.Struct({ id: Schema.String })       becomes  _Schema_Struct({ id: _Schema_String })
//
// there is no property to read. An import that is used as a whole, too, stays as it is.

/** @param {{ types: typeof import("@babel/types") }} babel */
export default function namedImports({ types: t }) {
  return {
    visitor: {
      /** @param {import("@babel/traverse").NodePath<import("@babel/types").Program>} program */
      Program(program) {
        for (const path of program.get("body")) {
          if (!path.isImportDeclaration()) continue
          const [specifier] = path.node.specifiers
          if (path.node.specifiers.length !== 1 || !t.isImportNamespaceSpecifier(specifier)) continue
          const references = path.scope.getBinding(specifier.local.name)?.referencePaths ?? []
          const members = references.map((reference) => {
            const member = reference.parentPath
            return member?.isMemberExpression({ computed: false }) && reference.key === "object" ? member : undefined
          })
          if (members.length === 0 || members.includes(undefined)) continue
          /** @type {Map<string, import("@babel/types").Identifier>} */
          const locals = new Map()
          for (const member of members) {
            const { name } = member.node.property
            if (!locals.has(name))
              locals.set(name, program.scope.generateUidIdentifier(`${specifier.local.name}_${name}`))
            member.replaceWith(t.cloneNode(locals.get(name)))
          }
          path.node.specifiers = [...locals].map(([name, local]) => t.importSpecifier(local, t.identifier(name)))
        }
      }
    }
  }
}
