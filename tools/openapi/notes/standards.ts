/** Components whose properties a standard or a library defines, with the place of their definition. */
const standards: readonly [components: RegExp, definedBy: string][] = [
  [/^(PublicKeyCredential|Authenticat(or|ion))/, 'the Web Authentication standard'],
  [/^ArrayBuffer$/, 'ECMAScript'],
  [
    /(Element|Skeleton|SkeletonToken|FormatOptions|SelectOption)$|^Location(Details)?$/,
    'the syntax tree of @formatjs/icu-messageformat-parser',
  ],
]

/** Returns the description of a property of a component that is defined elsewhere. */
export function standardText(component: string, property: string): string | undefined {
  const [, definedBy] = standards.find(([components]) => components.test(component)) ?? []
  return definedBy && `\`${property}\` of \`${component}\` in ${definedBy}.`
}
