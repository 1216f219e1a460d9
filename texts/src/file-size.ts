/** Units of sizes with the bytes from which they are used. */
const units = (['gigabyte', 'megabyte', 'kilobyte', 'byte'] as const).map((unit, index) => ({
  unit,
  bytes: 1_000 ** (3 - index),
}))

/** Formats by language, unit and decimals. Building a format takes far longer than using it. */
const formats = new Map<string, Intl.NumberFormat>()

/** Formats a size in decimal units, as the limits are defined: 1 MB is 1,000,000 bytes. */
export function formatFileSize(size: number, language: string): string {
  const fitting = units.find(({ bytes }) => size >= bytes) ?? { unit: 'byte', bytes: 1 }
  const isDecimal = fitting.bytes >= 1_000_000_000 || (fitting.bytes >= 1_000_000 && size < 10_000_000)
  const key = `${language} ${fitting.unit} ${isDecimal}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(language, {
      style: 'unit',
      unit: fitting.unit,
      unitDisplay: fitting.unit === 'byte' ? 'long' : 'short',
      maximumFractionDigits: isDecimal ? 1 : 0,
    })
    formats.set(key, format)
  }
  return format.format(size / fitting.bytes).replaceAll(' ', '\u00a0')
}
