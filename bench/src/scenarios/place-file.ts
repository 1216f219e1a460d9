import { randomFillSync } from 'node:crypto'
import { visitor } from '../../../e2e/support/person.ts'
import { figure, type Measurement } from '../measurement.ts'
import { startProduct } from '../product.ts'

const bytes = 100_000_000

/** Measures the memory that the upload of a place file of 100 MB takes. */
export async function placeFile(): Promise<Measurement[]> {
  await using product = await startProduct()
  const maker = visitor(product.baseUrl)
  await maker.post('/register?/initialAccount', { username: 'Maker', password: 'x', cpassword: 'x' })
  const path = (await maker.post('/games/create', { name: 'Large' })).headers.get('location') ?? ''
  const upload = async (file: Buffer<ArrayBuffer>) => {
    const response = await maker.upload(`${path}/settings?/data`, 'file', new Blob([file]))
    if (!response.ok) throw new Error(`the upload failed: ${await response.text()}`)
  }
  // The first upload loads code that later ones reuse, so memory is measured on the second.
  await upload(Buffer.from('warm'))
  const file = randomFillSync(Buffer.alloc(bytes))
  const before = await product.site.residentBytes()
  await product.site.forgetPeak()
  await upload(file)
  const raised = (await product.site.peakBytes()) - before
  return [
    figure('memory raised by a 100 MB upload', raised / 1_000_000, 'MB', 'the file: 100 MB', {
      target: { atMost: 40 },
    }),
  ]
}
