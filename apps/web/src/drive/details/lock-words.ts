import type { FileLock } from '@awan/protocol/drive'
import { formatClock } from '../../i18n/format.ts'
import type { useLanguage } from '../../i18n/LanguageProvider.tsx'

/** Who holds a lock that is in the way of changing a file, and until when; of another file, which one that is. */
export function lockWords(
  { file, holder, owner_text, expires_time }: FileLock,
  fileId: string,
  { t, tag }: Pick<ReturnType<typeof useLanguage>, 't' | 'tag'>,
): string {
  const words = {
    name: holder.name || owner_text || '?',
    time: formatClock(new Date(expires_time), tag),
  }
  return file === undefined || file.id === fileId
    ? t('details.locked', words)
    : t('details.locked.below', { ...words, file: file.name })
}
