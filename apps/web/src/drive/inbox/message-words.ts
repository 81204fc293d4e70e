import type { InboxMessage } from '@awan/protocol/drive'
import type { Translate } from '../../i18n/keys.ts'

/** What a message says. What the person no longer sees has no name. */
export function messageWords(
  { kind, actor, file, count = 0, state, text = '' }: InboxMessage,
  t: Translate,
): string {
  const name = actor?.name || t('inbox.somebody')
  if (kind === 'transfer_answered') {
    const answered = { name, file: file?.name ?? text }
    return t(state === 'accepted' ? 'inbox.offer_accepted' : 'inbox.offer_declined', answered)
  }
  if (kind === 'drop_arrived') {
    return file
      ? t('inbox.drop_arrived', { count, file: file.name })
      : t('inbox.drop_arrived.hidden')
  }
  return file ? t(`inbox.${kind}`, { name, file: file.name }) : t(`inbox.${kind}.hidden`, { name })
}
