import { gameOf, zipOf } from '@baseplate/minetest/testing/archives'

/** Returns the file of a small game for Minetest. @param note makes the bytes differ */
export const minetestGame = (note = ''): Buffer => Buffer.from(zipOf(gameOf(`-- ${note}`)))
