import type { File } from '@awan/protocol/drive'
import type { ActionParts } from './action-parts.ts'
import { tellTrouble } from './tell-outcome.ts'

/** Hands a signed link to the browser, which downloads by itself: with its progress, to its disk. */
export async function downloadFiles(parts: ActionParts, files: readonly File[]): Promise<void> {
  const { drive, t, announce } = parts
  const [first] = files
  if (!first) return
  try {
    const isSingle = files.length === 1 && first.kind === 'file'
    const { url, name } = isSingle
      ? { ...(await drive.files.link(first.id)), name: first.name }
      : await drive.files.zip(files.map(({ id }) => id))
    announce(t('files.downloading', { name }))
    const link = document.createElement('a')
    link.href = url
    link.download = name
    link.click()
  } catch (error) {
    tellTrouble(parts, t('act.failed.download'), error)
  }
}
