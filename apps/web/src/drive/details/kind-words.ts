import type { File } from '@awan/protocol/drive'
import type { Translate } from '../../i18n/keys.ts'
import { fileKindName } from '../pictures/file-kind.ts'

/** `Image · JPEG`: what people call it, and the format. */
export function kindWords(file: Pick<File, 'kind' | 'name' | 'mime_type'>, t: Translate): string {
  const kind = t(`details.kind.${fileKindName(file)}`)
  const format = file.kind === 'folder' ? undefined : formatOf(file)
  return format === undefined ? kind : `${kind} · ${format}`
}

/** Formats that are better known by another name than by the end of a file's name. */
const names: Readonly<Record<string, string>> = {
  jpg: 'JPEG',
  tif: 'TIFF',
  htm: 'HTML',
  md: 'Markdown',
  txt: 'TXT',
  ts: 'TypeScript',
  js: 'JavaScript',
  py: 'Python',
}

function formatOf({ name, mime_type }: Pick<File, 'name' | 'mime_type'>): string | undefined {
  const extension = /[^.]\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase()
  if (extension !== undefined) return names[extension] ?? extension.toUpperCase()
  const subtype = /^[a-z]+\/([a-z0-9]{1,8})$/.exec(mime_type ?? '')?.[1]
  return subtype === undefined || subtype === 'plain' ? undefined : subtype.toUpperCase()
}
