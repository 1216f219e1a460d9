import { expect, test } from 'vitest'
import { isXml } from './rules.ts'

test.each([
  '<?xml version="1.0"?><roblox/>',
  '<roblox version="4">',
  '\ufeff<roblox version="4">',
  '\ufeff<?xml version="1.0"?>',
  '\r\n\t <roblox>',
  '<!-- a model --><roblox>',
  '<!DOCTYPE roblox>',
  '<ns:item />',
])('%j is XML', (text) => expect(isXml(Buffer.from(text))).toBe(true))

test.each([
  '',
  '<',
  '<roblox!\x89\xff\r\n\x1a\n',
  'version 1.00\n12\n',
  '\x89PNG\r\n\x1a\n',
  'print("<roblox>")',
  '< 3',
  '<3>',
  'roblox.com/asset',
])('%j is not', (text) => expect(isXml(Buffer.from(text, 'latin1'))).toBe(false))
