/** The prefixes by which this code knows the namespaces, whatever a document calls them. */
const prefixes = new Map<string, string>([
  ...both('spreadsheetml/main', ''),
  ...both('wordprocessingml/main', 'w'),
  ...both('presentationml/main', 'p'),
  ...both('drawingml/main', 'a'),
  ...both('drawingml/picture', 'pic'),
  ...both('drawingml/wordprocessingDrawing', 'wp'),
  ...both('officeDocument/relationships', 'r'),
  ...both('officeDocument/math', 'm'),
  ['http://schemas.openxmlformats.org/package/2006/relationships', ''],
  ['http://schemas.openxmlformats.org/package/2006/content-types', ''],
  ['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'],
  ['http://schemas.microsoft.com/office/word/2010/wordprocessingShape', 'wps'],
  ['urn:schemas-microsoft-com:vml', 'v'],
  ['http://www.w3.org/1999/xlink', 'xlink'],
  ...['office', 'style', 'text', 'table', 'drawing', 'presentation', 'manifest'].map(
    (name) =>
      [
        `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`,
        name === 'drawing' ? 'draw' : name,
      ] as const,
  ),
  ['urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0', 'number'],
  ['urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0', 'fo'],
  ['urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0', 'svg'],
])

/** The strict variant of Office Open XML has other names for the same. */
function both(name: string, prefix: string): [string, string][] {
  return [
    [`http://schemas.openxmlformats.org/${name.replace('/', '/2006/')}`, prefix],
    [`http://purl.oclc.org/ooxml/${name}`, prefix],
  ]
}

/** Names as this code writes them: `<x:row>` is `row` where `x` means the same as no prefix elsewhere. */
export class Names {
  readonly #declared = new Map<string, string>()
  readonly #known = new Map<string, string>()

  /** Of an `xmlns` or `xmlns:x` attribute. Documents declare their prefixes once; an inner one counts from there on. */
  declare(attribute: string, uri: string): void {
    const prefix = attribute.slice('xmlns:'.length)
    const ours = prefixes.get(uri) ?? prefix
    if (this.#declared.get(prefix) === ours) return
    this.#declared.set(prefix, ours)
    this.#known.clear()
  }

  element(name: string): string {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const colon = name.indexOf(':')
    const prefix = colon === -1 ? '' : name.slice(0, colon)
    const ours = this.#declared.get(prefix) ?? prefix
    const local = name.slice(colon + 1)
    const resolved = ours === '' ? local : `${ours}:${local}`
    this.#known.set(name, resolved)
    return resolved
  }

  /** An attribute without a prefix belongs to its element. */
  attribute(name: string): string {
    return name.includes(':') ? this.element(name) : name
  }
}
