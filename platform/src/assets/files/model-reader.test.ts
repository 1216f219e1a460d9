import type { ReaderPool } from '@baseplate/renderer/models/reader-pool'
import { hatDocument, item, modelDocument } from '@baseplate/renderer/models/write-document'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createModelReader } from './model-reader.ts'

const block = Buffer.from(modelDocument(item('Part', { Name: 'Block' })))

describe('with worker threads', () => {
  function open() {
    const reader = createModelReader()
    onTestFinished(() => reader.close())
    return reader
  }

  test('reads the outline and the parts, and leaves the caller its bytes', async () => {
    const reader = open()
    const bytes = Buffer.from(block)
    expect(await reader.outline(bytes, 'roblox')).toMatchObject({ classes: [{ name: 'Part', count: 1 }] })
    expect(await reader.preview(bytes, 'roblox', 'model')).toMatchObject([{ shape: 'block' }])
    expect(bytes).toEqual(block)
  })

  test('names the fault of a file that is not a model', async () => {
    const reader = open()
    for (const [text, kind] of [
      ['no model', 'xml'],
      ['<roblox/>', 'empty'],
      ['<other><Item class="Part"/></other>', 'root'],
    ] as const)
      await expect(reader.outline(Buffer.from(text), 'roblox')).rejects.toMatchObject({ fault: { kind } })
  })

  test('refuses an element with more attributes than any real model', async () => {
    const attributes = Array.from({ length: 200_000 }, (_, index) => `a${index}=""`).join(' ')
    const hostile = Buffer.from(`<roblox><Item class="Part" ${attributes}/></roblox>`)
    await expect(open().outline(hostile, 'roblox')).rejects.toMatchObject({ fault: { kind: 'size' } })
  })

  test('refuses a document whose elements have too many attributes together', async () => {
    const attributes = Array.from({ length: 90 }, (_, index) => `a${index}=""`).join(' ')
    const hostile = Buffer.from(`<roblox>${`<a ${attributes}/>`.repeat(17_000)}</roblox>`)
    await expect(open().outline(hostile, 'roblox')).rejects.toMatchObject({ fault: { kind: 'size' } })
  })

  test('lets the process do other work while a large document is read', async () => {
    const large = Buffer.from(
      modelDocument(...Array.from({ length: 40_000 }, () => item('Part', { Name: 'x'.repeat(40) }))),
    )
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await open().outline(large, 'roblox')
    clearInterval(timer)
    expect(turns).toBeGreaterThan(1)
  })
})

/** A pool whose documents are read when the test says so. */
function heldPool() {
  const held: (() => void)[] = []
  const pool: ReaderPool = {
    read: () =>
      new Promise((resolve) =>
        held.push(() => resolve({ outline: { classes: [], addresses: [] }, parts: [] })),
      ),
    close: async () => {},
  }
  return { pool, held }
}

test('reads one document at a time, and refuses those beyond the queue with 503', async () => {
  const { pool, held } = heldPool()
  const reader = createModelReader(pool)
  const reads = Array.from({ length: 33 }, () => reader.outline(block, 'roblox'))
  await expect(reader.outline(block, 'roblox')).rejects.toMatchObject({ reason: 'busy', retryAfter: 5 })
  expect(held).toHaveLength(1)
  for (let done = 0; done < reads.length; done++) {
    await expect.poll(() => held.length).toBeGreaterThan(done)
    held[done]?.()
  }
  expect(await Promise.all(reads)).toHaveLength(33)
})

test('reads a stored document with too many parts once for all callers', async () => {
  const reader = createModelReader()
  onTestFinished(() => reader.close())
  const many = Buffer.from(modelDocument(...Array.from({ length: 2_001 }, () => item('Part', {}))))
  let reads = 0
  for (let count = 0; count < 3; count++) {
    const reading = reader.parts('many', 'model', async () => {
      reads++
      return many
    })
    await expect(reading).rejects.toMatchObject({ fault: { kind: 'size' } })
  }
  expect(reads).toBe(1)
})

test('reads a stored document once for all callers, a broken one as well', async () => {
  const reader = createModelReader()
  onTestFinished(() => reader.close())
  let reads = 0
  const read = (bytes: Uint8Array) => async () => {
    reads++
    return bytes
  }
  const hat = Buffer.from(hatDocument({ url: 'rbxassetid://1' }, { url: 'rbxassetid://2' }))
  await Promise.all(Array.from({ length: 100 }, () => reader.parts('one', 'hat', read(hat))))
  await reader.parts('one', 'hat', read(hat))
  expect(reads).toBe(1)
  for (let count = 0; count < 3; count++)
    await expect(reader.parts('two', 'hat', read(Buffer.from('<roblox>')))).rejects.toMatchObject({
      name: 'NotAModel',
    })
  expect(reads).toBe(2)
})
