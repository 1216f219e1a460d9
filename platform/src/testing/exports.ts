import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { openExport, viewExport } from '../accounts/exports/view-export.ts'
import type { Actor } from '../accounts/rules.ts'
import { makeExports } from '../leaving/exports/make-exports.ts'
import type { TestPlatform } from './platforms.ts'

/** A signal that never aborts. */
export const never = new AbortController().signal

/** Makes the exports that are due, and opens the one of a user. */
export async function madeExport(platform: TestPlatform, actor: Actor) {
  await makeExports(platform, never)
  return readExport(platform, actor)
}

/** Unpacks the export of a user. */
export async function readExport(platform: TestPlatform, actor: Actor) {
  const { id } = (await viewExport(platform, actor)) ?? { id: '' }
  const { file } = await openExport(platform, actor, { id })
  const files = unzipSync(await buffer(file.stream()))
  const textOf = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  return {
    names: Object.keys(files),
    textOf,
    jsonOf: (name: string) => JSON.parse(textOf(name)),
    all: Object.keys(files).map(textOf).join('\n'),
  }
}
