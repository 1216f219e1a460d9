import { resolve } from 'node:path'
import ts from 'typescript'
import { root } from './file.ts'

/** Packages whose types are not read, because they are large and no request or response contains them. */
const untyped = ['@aws-sdk/client-s3', '@redis/client', 'ioredis', 'vite']

/** Opens the routes of the site and the endpoints of clients, and everything that they import. */
export function openSources(): ts.Program {
  const site = resolve(root, 'site')
  const file = resolve(site, 'tsconfig.json')
  const { config } = ts.readConfigFile(file, ts.sys.readFile)
  const { options, fileNames, errors } = ts.parseJsonConfigFileContent(config, ts.sys, site, {}, file)
  const [fault] = errors
  if (fault) throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, '\n'))
  const ofServer = fileNames.filter((name) => /(\.d|\.server|\+server)\.ts$/.test(name)).sort()
  const paths = Object.fromEntries(untyped.map((name) => [name, [resolve(root, 'tools/openapi/file.ts')]]))
  return ts.createProgram([...ofServer, resolve(root, 'client-api/src/app.ts')], { ...options, paths })
}

/** Returns the declaration that an identifier or a property refers to, if it is code of the project. */
export function declarationOf(checker: ts.TypeChecker, name: ts.Node): ts.Declaration | undefined {
  let symbol = ts.isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name)
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol)
  const declaration = symbol?.valueDeclaration
  const source = declaration?.getSourceFile()
  const isOurs = source && !source.isDeclarationFile && !source.fileName.includes('/node_modules/')
  return isOurs ? declaration : undefined
}
