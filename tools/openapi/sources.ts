import { resolve } from 'node:path'
import ts from 'typescript'
import { root } from './file.ts'

/** Packages whose types are not read, because they are large and no request or response contains them. */
const untyped = ['@aws-sdk/client-s3', '@redis/client', 'ioredis', 'vite']

/** Opens the routes of the site and the endpoints of clients, and everything that they import. */
export function openSources(): ts.Program {
  const paths = Object.fromEntries(untyped.map((name) => [name, [resolve(root, 'tools/openapi/file.ts')]]))
  const onUnRecoverableConfigFileDiagnostic = ({ messageText }: ts.Diagnostic) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
  }
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic }
  const site = ts.getParsedCommandLineOfConfigFile(resolve(root, 'site/tsconfig.json'), { paths }, host)
  const ofServer = site?.fileNames.filter((name) => /(\.d|\.server|\+server)\.ts$/.test(name)) ?? []
  return ts.createProgram([...ofServer.sort(), resolve(root, 'client-api/src/app.ts')], site?.options ?? {})
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
