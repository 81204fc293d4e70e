import { elementAt, elementsOf, type XmlElement } from '../../package/xml-tree.ts'

/** The colours of a theme by the names that shapes use: `accent1`, `tx1`, ... */
export type Palette = ReadonlyMap<string, string>

/** The scheme of a theme, under the names that the master gives to its colours. */
export function readPalette(theme: XmlElement | undefined, map: XmlElement | undefined): Palette {
  const scheme = elementAt(theme, 'a:themeElements', 'a:clrScheme')
  const colors = new Map<string, string>()
  for (const entry of elementsOf(scheme)) {
    const color = readColor(elementsOf(entry)[0], colors)
    if (color !== undefined) colors.set(entry.name.slice('a:'.length), color)
  }
  for (const [name, standsFor] of [
    ['bg1', 'lt1'],
    ['tx1', 'dk1'],
    ['bg2', 'lt2'],
    ['tx2', 'dk2'],
    ...(map?.attributes ?? []),
  ] as [string, string][]) {
    const color = colors.get(standsFor)
    if (color !== undefined) colors.set(name, color)
  }
  return colors
}

/** Of the `a:solidFill` in a shape; of a gradient its first colour. */
export function readFill(parent: XmlElement | undefined, palette: Palette): string | undefined {
  const solid = elementAt(parent, 'a:solidFill')
  if (solid) return readColor(elementsOf(solid)[0], palette)
  const stop = elementAt(parent, 'a:gradFill', 'a:gsLst', 'a:gs')
  return stop && readColor(elementsOf(stop)[0], palette)
}

export function readColor(color: XmlElement | undefined, palette: Palette): string | undefined {
  const base = baseOf(color, palette)
  return color && base ? modify(base, color) : undefined
}

function baseOf(color: XmlElement | undefined, palette: Palette): string | undefined {
  const value = color?.attributes.get('val') ?? ''
  switch (color?.name) {
    case 'a:srgbClr':
      return toColor(value)
    case 'a:sysClr':
      return toColor(color.attributes.get('lastClr') ?? (value === 'window' ? 'ffffff' : '000000'))
    case 'a:schemeClr':
      return palette.get(value)
    case 'a:prstClr':
      return words.get(value)
    default:
      return undefined
  }
}

function toColor(digits: string): string | undefined {
  return /^[\da-f]{6}$/i.test(digits) ? `#${digits.toLowerCase()}` : undefined
}

const words = new Map([
  ['black', '#000000'],
  ['white', '#ffffff'],
  ['red', '#ff0000'],
  ['green', '#008000'],
  ['blue', '#0000ff'],
  ['yellow', '#ffff00'],
  ['gray', '#808080'],
])

/** `<a:lumMod val="75000"/>`: darker, lighter, or seen through. */
function modify(base: string, color: XmlElement): string | undefined {
  const channels = [1, 3, 5].map((at) => Number.parseInt(base.slice(at, at + 2), 16))
  let alpha = 1
  let changed = channels
  for (const { name, attributes } of elementsOf(color)) {
    const part = Number(attributes.get('val')) / 100_000
    if (!Number.isFinite(part)) continue
    if (name === 'a:alpha') alpha = part
    else if (name === 'a:lumMod' || name === 'a:shade') {
      changed = changed.map((channel) => channel * part)
    } else if (name === 'a:lumOff') changed = changed.map((channel) => channel + 255 * part)
    else if (name === 'a:tint') changed = changed.map((channel) => 255 - (255 - channel) * part)
  }
  const digits = changed
    .map((channel) => Math.round(Math.min(Math.max(channel, 0), 255)))
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')
  const seen = Math.round(Math.min(Math.max(alpha, 0), 1) * 255)
  return `#${digits}${seen === 255 ? '' : seen.toString(16).padStart(2, '0')}`
}
