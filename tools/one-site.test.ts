import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { onlyOnOneSite, onOneSiteAsWell, pathsOf } from '../e2e/one-site.ts'

test('the whole-system tests that run on one site exist, and each has one reason', () => {
  const paths = [...pathsOf(onlyOnOneSite), ...pathsOf(onOneSiteAsWell)]
  expect(paths.filter((path) => !existsSync(resolve(import.meta.dirname, '..', path)))).toEqual([])
  expect(new Set(paths).size).toBe(paths.length)
})
