import { elementsOf, textOf, type XmlElement } from '../package/xml-tree.ts'

/** The data styles of OpenDocument by their names, in the language that all spreadsheets share. */
export function readDataStyles(groups: readonly XmlElement[]): Map<string, string> {
  const styles = groups.flatMap((group) =>
    elementsOf(group).filter(({ name }) => DATA_STYLE.test(name)),
  )
  const codes = new Map(styles.map((style) => [nameOf(style), codeOf(style)] as const))
  return new Map(styles.map((style) => [nameOf(style), withMaps(style, codes)] as const))
}

const DATA_STYLE = /^number:(?:number|currency|percentage|date|time|boolean|text)-style$/

function nameOf({ attributes }: XmlElement): string {
  return attributes.get('style:name') ?? ''
}

/** A style may send some numbers to other styles: those above zero, as a rule. */
function withMaps(style: XmlElement, codes: ReadonlyMap<string, string>): string {
  const own = codes.get(nameOf(style)) ?? ''
  const maps = elementsOf(style, 'style:map').flatMap(({ attributes }) => {
    const condition = /^value\(\)(<=|>=|!=|<|>|=)(-?[\d.]+)$/.exec(
      (attributes.get('style:condition') ?? '').replaceAll(/\s/g, ''),
    )
    const code = codes.get(attributes.get('style:apply-style-name') ?? '')
    if (!condition || code === undefined) return []
    const operator = condition[1] === '!=' ? '<>' : (condition[1] ?? '')
    return [`[${operator}${condition[2]}]${code}`]
  })
  return [...maps.slice(0, 2), own].join(';')
}

function codeOf(style: XmlElement): string {
  const isElapsed = style.attributes.get('number:truncate-on-overflow') === 'false'
  const isPercentage = style.name === 'number:percentage-style'
  return elementsOf(style)
    .map((part) => partCode(part, { isElapsed, isPercentage }))
    .join('')
}

function partCode(
  part: XmlElement,
  { isElapsed, isPercentage }: { isElapsed: boolean; isPercentage: boolean },
): string {
  const { name, attributes } = part
  const isLong = attributes.get('number:style') === 'long'
  const twice = (letter: string) => (isLong ? letter + letter : letter)
  switch (name) {
    case 'number:number':
      return digitsOf(part)
    case 'number:scientific-number': {
      const digits = count(attributes.get('number:min-exponent-digits'), 1)
      return `${digitsOf(part)}E+${'0'.repeat(digits)}`
    }
    case 'number:fraction': {
      const under = count(attributes.get('number:min-denominator-digits'), 1)
      return `# ?/${'?'.repeat(under)}`
    }
    case 'number:currency-symbol':
      return quote(textOf(part))
    case 'number:text':
      // The sign of a percentage also says that the number is counted in hundredths.
      return isPercentage ? textOf(part).split('%').map(quote).join('%') : quote(textOf(part))
    case 'number:year':
      return isLong ? 'yyyy' : 'yy'
    case 'number:month':
      if (attributes.get('number:textual') === 'true') return isLong ? 'mmmm' : 'mmm'
      return twice('m')
    case 'number:day':
      return twice('d')
    case 'number:day-of-week':
      return isLong ? 'dddd' : 'ddd'
    case 'number:hours':
      return isElapsed ? `[${twice('h')}]` : twice('h')
    case 'number:minutes':
      return twice('m')
    case 'number:seconds': {
      const places = count(attributes.get('number:decimal-places'), 0)
      return places === 0 ? twice('s') : `${twice('s')}.${'0'.repeat(places)}`
    }
    case 'number:am-pm':
      return 'AM/PM'
    case 'number:text-content':
      return '@'
    default:
      return ''
  }
}

function digitsOf({ attributes }: XmlElement): string {
  const places = count(attributes.get('number:decimal-places'), 0)
  const least = count(attributes.get('number:min-decimal-places'), places)
  const whole = '0'.repeat(count(attributes.get('number:min-integer-digits'), 1))
  const isGrouped = attributes.get('number:grouping') === 'true'
  const digits = isGrouped ? `#,##${whole === '' ? '#' : whole}` : whole === '' ? '#' : whole
  const decimals = '0'.repeat(Math.min(least, places)) + '#'.repeat(Math.max(0, places - least))
  return decimals === '' ? digits : `${digits}.${decimals}`
}

function count(text: string | undefined, otherwise: number): number {
  const number = Number(text ?? Number.NaN)
  return Number.isInteger(number) ? Math.min(Math.max(number, 0), 20) : otherwise
}

function quote(text: string): string {
  return text === '' ? '' : `"${text.replaceAll('"', '')}"`
}
