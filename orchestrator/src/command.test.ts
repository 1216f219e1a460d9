import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { readCommand } from './command.ts'
import { OrchestratorFault } from './fault.ts'

const values = { placeId: '1818', port: '11818', serveUrl: 'http://site/game/1818/serve' }

test('fills placeholders, several in one argument, and changes nothing else', () => {
  const command = readCommand([
    'sh',
    '-p',
    '{port}',
    '--url={serveUrl}&id={placeId}',
    '{"a":1}',
    '',
    '$HOME *',
  ])
  expect(command.fill(values)).toEqual([
    expect.stringMatching(/^\/.*\/sh$/),
    '-p',
    '11818',
    '--url=http://site/game/1818/serve&id=1818',
    '{"a":1}',
    '',
    '$HOME *',
  ])
})

test('passes a value as one unchanged argument, whatever it contains', () => {
  const command = readCommand(['sh', '{serveUrl}', 'x{serveUrl}{port}'])
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('{port}', '$&', '$1', '`x`', '; rm')), (serveUrl) => {
      expect(command.fill({ ...values, serveUrl }).slice(1)).toEqual([serveUrl, `x${serveUrl}11818`])
    }),
  )
})

test('lists the files that a command needs', () => {
  expect([...readCommand(['sh', '{serveUrl}']).files]).toEqual([])
  const command = readCommand(['sh', '-script', '{scriptFile}'])
  expect([...command.files]).toEqual(['scriptFile'])
  expect(command.fill({ ...values, scriptFile: '/a b/{port}' }).slice(1)).toEqual(['-script', '/a b/{port}'])
})

test('refuses a program that is missing or not executable', () => {
  const folder = mkdtempSync(join(tmpdir(), 'command-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'server')
  writeFileSync(file, '#!/bin/sh\n')
  for (const program of ['no-such-program', file, folder, './server', '']) {
    expect(() => readCommand([program])).toThrow(
      new OrchestratorFault(
        `Orchestrator.Command: there is no program ${JSON.stringify(program)} that can be run.`,
      ),
    )
  }
  chmodSync(file, 0o755)
  expect(readCommand([file]).fill(values)).toEqual([file])
  expect(readCommand(['server'], `relative:${folder}`).fill(values)).toEqual([file])
})

test('refuses an unknown placeholder, and any in the program', () => {
  expect(() => readCommand(['sh', '--port={prot}'])).toThrow(
    'Orchestrator.Command: the placeholder {prot} is not available in "--port={prot}"; arguments may have {placeId}, {port}, {serveUrl}, {scriptFile}, {ticketFile}.',
  )
  expect(() => readCommand(['/servers/{placeId}'])).toThrow(
    'the placeholder {placeId} is not available in "/servers/{placeId}"',
  )
})
