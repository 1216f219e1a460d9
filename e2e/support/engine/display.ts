import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Small, because a processor draws it. */
const [width, height] = [320, 240]

/** Without a window, xdotool waits for ever. */
const xdotoolMs = 30_000

/** A screen in memory, and the keyboard and mouse of its only window. */
export interface Display {
  /** Name of the display, for `DISPLAY`. */
  name: string
  /** Returns the part of the screen, from 0 to 1, whose pixels have a colour. */
  shareOf(isColour: (red: number, green: number, blue: number) => boolean): Promise<number>
  /** Says a text in the chat of the game, or gives a command. */
  say(text: string): Promise<void>
  stop(): Promise<void>
}

/** Starts a screen. Needs Xvfb and xdotool. */
export async function startDisplay(): Promise<Display> {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-screen-'))
  const screen = ['-screen', '0', `${width}x${height}x24`, '-fbdir', folder]
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-nolisten', 'tcp', ...screen], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const name = `:${await numberOf(xvfb)}`
  const run = promisify(execFile)
  const xdotool = async (...args: string[]) => {
    await run('xdotool', args, { env: { ...process.env, DISPLAY: name }, timeout: xdotoolMs })
  }
  return {
    name,
    shareOf: async (isColour) => shareOf(await readFile(join(folder, 'Xvfb_screen0')), isColour),
    async say(text) {
      // No window manager gives the window the keyboard.
      await xdotool('search', '--sync', '--onlyvisible', '--name', 'Minetest|Luanti', 'windowfocus')
      await xdotool('key', 't')
      // The client opens the chat with its next picture.
      await xdotool('type', '--delay', '50', ` ${text}`)
      await xdotool('key', 'Return')
    },
    async stop() {
      const ended = once(xvfb, 'exit')
      xvfb.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the number that the X server has chosen once it takes clients. */
async function numberOf(xvfb: ChildProcess): Promise<number> {
  const stream = xvfb.stdio[3]
  if (!stream) throw new Error('Xvfb has no pipe')
  const told = once(stream, 'data')
  const failed = once(xvfb, 'exit').then(() => {
    throw new Error('Xvfb ended while it started')
  })
  const [number] = await Promise.race([told, failed])
  return Number(String(number))
}

/** Counts pixels of an X window dump: a header in words of 32 bits, a map of colours, and lines of blue, green, red and a spare byte. */
function shareOf(dump: Buffer, isColour: (red: number, green: number, blue: number) => boolean): number {
  const [headerBytes, colours] = [dump.readUInt32BE(0), dump.readUInt32BE(76)]
  const lineBytes = dump.readUInt32BE(48)
  const start = headerBytes + colours * 12
  let count = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = start + y * lineBytes + x * 4
      if (isColour(dump[at + 2] ?? 0, dump[at + 1] ?? 0, dump[at] ?? 0)) count++
    }
  return count / (width * height)
}
