import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { ClassicCall } from './call.ts'
import { classicCalls } from './calls.ts'
import { pathsOf } from './calls-in-effect.ts'
import { pathCheck } from './paths.ts'
import { knownCalls } from './testing/known-calls.ts'
import { samples } from './testing/samples.ts'

const isInTable = pathCheck(pathsOf(classicCalls))
const missing = (paths: readonly string[]) => paths.filter((path) => !isInTable(path))

const pathOf = (url: string) => url.split('?', 1)[0] ?? ''
const hasSample = ({ paths, methods }: ClassicCall) => {
  const fits = pathCheck(paths)
  return samples.some(({ url, method = 'GET' }) => fits(pathOf(url)) && methods.includes(method))
}

test('has a row for every known call', () => {
  expect(knownCalls).toHaveLength(63)
})

test('takes no path of a page, except for the calls that programs make there', () => {
  const routes = join(import.meta.dirname, '../../../site/src/routes')
  const pages = globSync('**/+{page.svelte,server.ts}', { cwd: routes })
    .map((file) => `/${dirname(file).replaceAll(/\[+[^\]]+\]+/g, '12')}`)
    .filter((path) => isInTable(path))
  expect(pages.filter((path) => !/^\/(?:groups|user)\/12$/.test(path))).toEqual([])
})

test('has a sample of every row, and a row of every sample', () => {
  expect(classicCalls.filter((call) => !hasSample(call)).map(({ paths }) => paths[0])).toEqual([])
  expect(missing(samples.map(({ url }) => pathOf(url)))).toEqual([])
})

test('writes each path once, in lower case, as it is matched', () => {
  const written = pathsOf(classicCalls)
  expect(written.filter((path, index) => written.indexOf(path) !== index)).toEqual([])
  expect(written.filter((path) => path !== path.toLowerCase() || /.\/$|\/\//.test(path))).toEqual([])
})
