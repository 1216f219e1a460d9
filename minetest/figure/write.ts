/** Writes the figure of the mod and its first skin: `node minetest/figure/write.ts`. */
import { writeFile } from 'node:fs/promises'
import { encodeFigure } from './figure.ts'
import { drawFirstSkin } from './first-skin.ts'

const mod = new URL('../mod/', import.meta.url)
await writeFile(new URL('models/baseplate_figure.b3d', mod), encodeFigure())
await writeFile(new URL('textures/baseplate_skin.png', mod), await drawFirstSkin())
