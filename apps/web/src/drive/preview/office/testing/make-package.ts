import {
  BlobWriter,
  TextReader,
  Uint8ArrayReader,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-custom.js'

/** A compressed package of these parts. */
export async function makePackage(
  parts: Readonly<Record<string, string | Uint8Array>>,
): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false })
  for (const [path, content] of Object.entries(parts)) {
    const reader =
      typeof content === 'string' ? new TextReader(content) : new Uint8ArrayReader(content)
    await zip.add(path, reader)
  }
  return zip.close()
}

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The part beside another one that says where its ids lead. */
export function relationships(
  targets: Readonly<Record<string, { kind: string; target: string; isExternal?: boolean }>>,
): string {
  const list = Object.entries(targets).map(
    ([id, { kind, target, isExternal }]) =>
      `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${kind}" Target="${target}"${
        isExternal ? ' TargetMode="External"' : ''
      }/>`,
  )
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`
}

/** What every package of Office Open XML begins with. */
export function openXmlStart(main: string): Record<string, string> {
  return {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relationships({ rId1: { kind: 'officeDocument', target: main } }),
  }
}

/** What every package of OpenDocument begins with. */
export function openDocumentStart(type: string): Record<string, string> {
  return { mimetype: `application/vnd.oasis.opendocument.${type}` }
}
