import { existsSync, globSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import ts from 'typescript'
import { root } from './file.ts'

/** The typed source of everything that responds to requests. */
export interface Sources {
  program: ts.Program
  checker: ts.TypeChecker
}

/** Something that responds to one method of one address. */
export interface Handler {
  /** The route's folder: `/place/[id]/[name]`. */
  route: string
  method: 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options'
  /** Name of a form action. */
  action?: string
  kind: 'page' | 'action' | 'endpoint'
  /** Undefined: a page without data. */
  node?: ts.Node
  /** Loads the data that the page takes from its layout. */
  layout?: ts.Node | undefined
}

const site = resolve(root, 'site')
const routesFolder = resolve(site, 'src/routes')

/** Opens the routes of the site and the endpoints of clients, and everything that they import. */
export function openSources(): Sources {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: failOn }
  const options = { noEmit: true, skipLibCheck: true }
  const config = ts.getParsedCommandLineOfConfigFile(resolve(site, 'tsconfig.json'), options, host)
  const [fault] = config?.errors ?? []
  if (fault) failOn(fault)
  if (!config) throw new Error('site/tsconfig.json cannot be read')
  const roots = [
    ...config.fileNames.filter((file) => file.endsWith('.d.ts')),
    ...serverFiles('**/+{page.server,server,layout.server}.ts'),
    resolve(site, 'src/hooks.server.ts'),
    resolve(root, 'client-api/src/app.ts'),
  ]
  const program = ts.createProgram(roots, config.options)
  return { program, checker: program.getTypeChecker() }
}

const failOn = ({ messageText }: ts.Diagnostic) => {
  throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
}

const serverFiles = (pattern: string) =>
  globSync(pattern, { cwd: routesFolder })
    .sort()
    .map((file) => resolve(routesFolder, file))

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** Actions that also take forms without the name of an action: `site/src/lib/server/login-actions.ts`. */
export const unnamed: Readonly<Record<string, string>> = { '/login': 'password' }

/** Lists every page, form action and endpoint of the site. */
export function listHandlers({ program, checker }: Sources): Handler[] {
  const withoutData = serverFiles('**/+page.svelte')
    .filter((file) => !existsSync(file.replace(/\.svelte$/, '.server.ts')))
    .map((file): Handler => ({ route: routeOf(file), method: 'get', kind: 'page' }))
  const found = serverFiles('**/+{page.server,server}.ts').flatMap((file) => {
    const source = program.getSourceFile(file)
    const layout = program.getSourceFile(resolve(file, '../+layout.server.ts'))
    const load = layout && [...exportsOf(layout)].find(({ name }) => name === 'load')?.node
    const handlers = source ? handlersOf(checker, routeOf(file), source) : []
    return handlers.map((handler) => (handler.kind === 'page' ? { ...handler, layout: load } : handler))
  })
  return [...withoutData, ...found]
}

function handlersOf(checker: ts.TypeChecker, route: string, source: ts.SourceFile): Handler[] {
  const handlers: Handler[] = []
  const isPage = source.fileName.endsWith('page.server.ts')
  for (const { name, node } of exportsOf(source)) {
    if (name === 'load') handlers.push({ route, method: 'get', kind: 'page', node })
    if (methods.includes(name))
      handlers.push({ route, method: name.toLowerCase() as Handler['method'], kind: 'endpoint', node })
    if (name !== 'actions') continue
    for (const property of checker.getPropertiesOfType(checker.getTypeAtLocation(node)))
      for (const action of property.name === unnamed[route] ? ['default', property.name] : [property.name])
        if (property.valueDeclaration) {
          const node = actionOf(checker, property.valueDeclaration)
          handlers.push({ route, method: 'post', kind: 'action', action, node })
        }
  }
  if (isPage && !handlers.some(({ kind }) => kind === 'page'))
    handlers.push({ route, method: 'get', kind: 'page' })
  return handlers
}

/** Returns the action itself of `password: settingsActions.password`, which would reach all actions of the object. */
function actionOf(checker: ts.TypeChecker, property: ts.Declaration): ts.Declaration {
  if (!ts.isPropertyAssignment(property) || !ts.isPropertyAccessExpression(property.initializer))
    return property
  return declarationOf(checker, property.initializer.name) ?? property
}

function* exportsOf(source: ts.SourceFile): Generator<{ name: string; node: ts.Node }> {
  for (const statement of source.statements) {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    if (!isExported) continue
    if (ts.isFunctionDeclaration(statement) && statement.name)
      yield { name: statement.name.text, node: statement }
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations)
      if (initializer && ts.isIdentifier(name)) yield { name: name.text, node: initializer }
  }
}

const routeOf = (file: string) => `/${relative(routesFolder, dirname(file))}`.replace(/\/$/, '') || '/'

/** Routes whose address the server in front replaces: `cli/src/server/rewrite-request.ts`. */
const replaced: Readonly<Record<string, string>> = { '/place/[id]/[name]/file': '/place/[id]/data' }

/** Returns the address of a route as OpenAPI writes it: `/place/{id}/{name}?/join`. */
export const pathOf = ({ route, action }: Pick<Handler, 'route' | 'action'>): string =>
  (replaced[route] ?? route).replaceAll(/\[(\w+)(?:=\w+)?\]/g, '{$1}') +
  (action === undefined || action === 'default' ? '' : `?/${action}`)

/** Returns the declaration that an identifier or a property refers to, if it is code of the project. */
export function declarationOf(checker: ts.TypeChecker, name: ts.Node): ts.Declaration | undefined {
  let symbol = ts.isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name)
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol)
  const declaration = symbol?.valueDeclaration
  return declaration && isOurs(declaration.getSourceFile()) ? declaration : undefined
}

const isOurs = ({ fileName, isDeclarationFile }: ts.SourceFile) =>
  !isDeclarationFile && !fileName.includes('/node_modules/')

/** Returns the function that a declaration holds: `function f() {}`, `const f = () => {}`, or a method. */
export function functionOf(declaration: ts.Node | undefined): ts.SignatureDeclaration | undefined {
  if (!declaration) return undefined
  if (ts.isFunctionLike(declaration))
    return 'body' in declaration && declaration.body ? declaration : undefined
  const initializer =
    ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration)
      ? declaration.initializer
      : undefined
  return initializer && ts.isFunctionLike(initializer) ? initializer : undefined
}
