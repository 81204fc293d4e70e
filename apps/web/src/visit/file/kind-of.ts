import type { File } from '@awan/protocol/drive'
import { fileKindName } from '../../drive/pictures/file-kind.ts'
import type { Translate } from '../../i18n/keys.ts'

/** `Image · JPG`: what people call it, and the end of its name. */
export function kindOf(file: Pick<File, 'kind' | 'name' | 'mime_type'>, t: Translate): string {
  const kind = t(`visit.kind.${fileKindName(file)}`)
  const extension = /[^.]\.([a-z0-9]{1,8})$/i.exec(file.name)?.[1]
  return extension === undefined ? kind : `${kind} · ${extension.toUpperCase()}`
}
