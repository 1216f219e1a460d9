import type { FileBytes } from '@baseplate/minetest/place-file/block-reader'
import { checkPlaceFile } from '@baseplate/minetest/place-file/check'
import { type FaultCode, PlaceFileFault } from '@baseplate/minetest/place-file/fault'
import type { Config } from '../../foundation/config/schema.ts'
import { Refused } from '../../foundation/errors.ts'
import type { RefusalCode } from '../../foundation/problem.ts'

/** Name and version of a game in its own file. Null: none. */
export interface Game {
  name: string | null
  version: string | null
}

const codes = {
  not_zip: 'places.file_not_zip',
  too_many_entries: 'places.file_too_many_entries',
  too_large_unpacked: 'places.file_too_large_unpacked',
  encrypted: 'places.file_encrypted',
  compression: 'places.file_compression',
  link: 'places.file_link',
  bad_name: 'places.file_bad_name',
  same_name: 'places.file_same_name',
  damaged: 'places.file_damaged',
  no_game: 'places.file_no_game',
  no_game_in_world: 'places.file_no_game_in_world',
  conf_unreadable: 'places.file_conf_unreadable',
  no_mods: 'places.file_no_mods',
  mod_empty: 'places.file_mod_empty',
  mod_name: 'places.file_mod_name',
  mod_reserved: 'places.file_mod_reserved',
} as const satisfies Record<FaultCode, RefusalCode>

/**
 * Checks that the platform's engine can run a place file: docs/reference/site-api.md#place-files. Returns undefined for engines whose
 * files are not known.
 *
 * @throws Refused `invalid`: what is wrong with the file, and where
 */
export async function checkContent(
  { Engine }: Pick<Config, 'Engine'>,
  file: FileBytes,
): Promise<Game | undefined> {
  if (Engine !== 'minetest') return undefined
  try {
    const { name, version } = await checkPlaceFile(file)
    return { name, version }
  } catch (error) {
    if (!(error instanceof PlaceFileFault)) throw error
    throw new Refused({ code: codes[error.code], values: error.values }).because(error)
  }
}
