import { strToU8, zipSync } from 'fflate'

/** Returns the file of a small game for Minetest. @param note makes the bytes differ */
export const minetestGame = (note = ''): Buffer =>
  Buffer.from(zipSync({ 'game.conf': strToU8('title = A game'), 'mods/own/init.lua': strToU8(`-- ${note}`) }))
