import { existsSync } from 'node:fs'
import { debianProgram } from './debian-program.ts'

/** Whole browsers. They take one and a half times the processor time of the headless shell. */
const wholeBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Returns the path of a Chromium for the browser tests: `CHROMIUM`, the headless shell, or else a whole browser. On Debian, root
 * gets the headless shell installed, even beside a whole browser.
 *
 * @throws Error with installation advice
 */
export function chromiumPath(): string {
  const shell = debianProgram({
    paths: [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell'],
    name: 'chromium-headless-shell',
    title: 'Chromium',
  })
  const path = shell ?? wholeBrowsers.find((browser) => existsSync(browser))
  if (path) return path
  throw new Error(
    'The browser tests need Chromium: `sudo apt install chromium-headless-shell`, or set CHROMIUM to the path of one.',
  )
}
