import type { ListWindow } from '../../drive/listing/list-window.ts'
import { fileKindName } from '../../drive/pictures/file-kind.ts'

/** `photos`: tiles that are filled by pictures, without names below them. */
export type Layout = 'list' | 'tiles' | 'photos'

/** So many of the first rows say what a folder is made of. */
const LOOKED_AT = 24

/** As somebody chose; else pictures are shown as such, and everything else as a list. */
export function layoutOf(
  list: Pick<ListWindow, 'rowsBetween'>,
  chosen: 'list' | 'tiles' | undefined,
): Layout {
  if (chosen === 'list') return 'list'
  const first = list.rowsBetween(0, LOOKED_AT - 1)
  const arePhotos =
    first.length > 0 &&
    first.every((file) => fileKindName(file) === 'image' && file.thumbnail_link !== undefined)
  if (arePhotos) return 'photos'
  return chosen ?? 'list'
}
