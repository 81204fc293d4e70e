import { type Chosen, isWhole, type WholePlace } from '../selection/whole-place.ts'
import type { ActionParts } from './action-parts.ts'
import { tellTrouble } from './tell-outcome.ts'

/** Hands a signed link to the browser, which downloads by itself: with its progress, to its disk. */
export async function downloadFiles(parts: ActionParts, chosen: Chosen): Promise<void> {
  const { drive, t, announce } = parts
  const ids = isWhole(chosen) ? foldersOf(chosen) : chosen.map(({ id }) => id)
  if (ids.length === 0) return
  const [first] = isWhole(chosen) ? [] : chosen
  try {
    const isSingle = ids.length === 1 && first?.kind === 'file'
    const { url, name } = isSingle
      ? { ...(await drive.files.link(first.id)), name: first.name }
      : await drive.files.zip(ids)
    announce(t('files.downloading', { name }))
    const link = document.createElement('a')
    link.href = url
    link.download = name
    link.click()
  } catch (error) {
    tellTrouble(parts, t('act.failed.download'), error)
  }
}

function foldersOf({ inside }: WholePlace): string[] {
  return inside.folder_id === undefined ? [] : [inside.folder_id]
}
