import { existsSync, globSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import ts from 'typescript'
import { type HandledOperation, operationOf, type RouteModule } from '../../site/src/lib/server/operation.ts'
import { root } from './file.ts'
import { declarationOf } from './sources.ts'

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
  const module = (await import(file)) as RouteModule
  const checker = program.getTypeChecker()
  const path = pathOf(file)
  return exportsOf(program, file).flatMap(([name, node]): Handler[] => {
    if (name === 'load')
      return [{ ...notedBy(module.load, path), path, method: 'get', kind: 'page', nodes: [node] }]
    if (/^[A-Z]+$/.test(name))
      return [
        { ...notedBy(module[name], path), path, method: name.toLowerCase(), kind: 'endpoint', nodes: [node] },
      ]
    if (name !== 'actions') return []
    return checker.getPropertiesOfType(checker.getTypeAtLocation(node)).flatMap((action) => {
      const noted = notedBy(module.actions?.[action.name], path)
      const addresses = action.name === 'default' ? [path] : [`${path}?/${action.name}`]
      if (action.name === unnamed[path]) addresses.unshift(path)
      const nodes = [codeOf(checker, action)]
      return addresses.map((address) => ({ ...noted, path: address, method: 'post', kind: 'action', nodes }))
    })
  })
}

function notedBy(handler: unknown, path: string): Pick<Handler, 'operation'> {
  const operation = operationOf(handler)
  if (!operation) throw new Error(`a handler of ${path} does not note what it does`)
  return { operation }
}

/** Lists the values that a module exports. */
function exportsOf(program: ts.Program, file: string): [name: string, value: ts.Node][] {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  return (module ? checker.getExportsOfModule(module) : []).flatMap(({ name, valueDeclaration: node }) =>
    node ? [[name, (ts.isVariableDeclaration(node) && node.initializer) || node]] : [],
  )
}

/** Returns the code of an action. That of `password: settingsActions.password` is elsewhere, in an object with others. */
function codeOf(checker: ts.TypeChecker, { name, valueDeclaration: node }: ts.Symbol): ts.Node {
  if (!node) throw new Error(`the action ${name} has no code`)
  return ts.isPropertyAssignment(node) && ts.isPropertyAccessExpression(node.initializer)
    ? (declarationOf(checker, node.initializer.name) ?? node)
    : node
}
