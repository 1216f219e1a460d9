import { existsSync, globSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import ts from 'typescript'
import { type HandledOperation, operationOf, type RouteModule } from '../../site/src/lib/server/operation.ts'
import { root } from './file.ts'

/** Something that responds to one method of one address. */
export interface Handler {
  /** As OpenAPI writes it: `/place/{id}/{name}?/join`. */
  path: string
  /** In lower case. */
  method: string
  kind: 'page' | 'action' | 'endpoint' | 'client'
  operation: HandledOperation
  /** The handler, and what runs before it. */
  nodes: ts.Node[]
  /** Paths for old clients. */
  legacy?: string[]
}

const routes = resolve(root, 'site/src/routes')

/** Actions that also take forms without the name of an action: `site/src/lib/server/login-actions.ts`. */
const unnamed: Readonly<Record<string, string>> = { '/login': 'password' }

/** Routes whose address the server in front replaces: `cli/src/server/rewrite-request.ts`. */
const replaced: Readonly<Record<string, string>> = { '/place/{id}/{name}/file': '/place/{id}/data' }

/** Lists every page, form action and endpoint of the site. @throws Error for one that notes nothing */
export async function listHandlers(program: ts.Program): Promise<Handler[]> {
  const operation: HandledOperation = { scope: 'read', summary: 'Shows a page that has no data.' }
  const withoutData = globSync(`${routes}/**/+page.svelte`)
    .filter((file) => !existsSync(file.replace('.svelte', '.server.ts')))
    .map((file): Handler => ({ path: pathOf(file), method: 'get', kind: 'page', operation, nodes: [] }))
  const files = program.getRootFileNames().filter((file) => /\+(page\.server|server)\.ts$/.test(file))
  const others = await Promise.all(files.map((file) => handlersOf(program, file)))
  return [...withoutData, ...others.flat()]
}

function pathOf(file: string): string {
  const path = `/${relative(routes, dirname(file))}`.replaceAll(/\[(\w+)(?:=\w+)?\]/g, '{$1}')
  return replaced[path] ?? path
}

async function handlersOf(program: ts.Program, file: string): Promise<Handler[]> {
  const { actions = {}, ...others }: RouteModule = await import(file)
  const path = pathOf(file)
  const constants = constantsIn(program.getSourceFile(file))
  const forms = constants.actions && program.getTypeChecker().getTypeAtLocation(constants.actions)
  return [
    ...Object.entries(others).map(([name, handler]) => {
      const [method, kind] =
        name === 'load' ? (['get', 'page'] as const) : ([name.toLowerCase(), 'endpoint'] as const)
      return { path, method, kind, ...notedBy(handler, constants[name], path) }
    }),
    ...Object.entries(actions).flatMap(([name, handler]) => {
      const noted = notedBy(handler, forms?.getProperty(name)?.valueDeclaration, path)
      const addresses = name === 'default' ? [path] : [`${path}?/${name}`]
      if (name === unnamed[path]) addresses.unshift(path)
      return addresses.map((address) => ({
        path: address,
        method: 'post',
        kind: 'action' as const,
        ...noted,
      }))
    }),
  ]
}

function notedBy(
  handler: unknown,
  node: ts.Node | undefined,
  path: string,
): Pick<Handler, 'operation' | 'nodes'> {
  const operation = operationOf(handler)
  if (!operation || !node) throw new Error(`a handler of ${path} does not note what it does`)
  return { operation, nodes: [node] }
}

/** Returns the values of the constants of a module. */
function constantsIn(source?: ts.SourceFile): Readonly<Record<string, ts.Expression | undefined>> {
  const statements = [...(source?.statements ?? [])].filter(ts.isVariableStatement)
  const declarations = statements.flatMap(({ declarationList }) => declarationList.declarations)
  return Object.fromEntries(declarations.map(({ name, initializer }) => [name.getText(), initializer]))
}
