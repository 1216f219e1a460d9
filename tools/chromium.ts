import { debianProgram } from './debian-program.ts'

/**
 * A Chromium for the browser tests: `CHROMIUM`, or the one on the machine. Root on a Debian machine gets Debian's.
 *
 * @throws Error that says how to get one.
 */
export function chromiumPath(): string {
  const path = debianProgram({
    paths: [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
    name: 'chromium',
    title: 'Chromium',
  })
  if (path) return path
  throw new Error(
    'The browser tests need Chromium: `sudo apt install chromium`, or set CHROMIUM to the path of one.',
  )
}
